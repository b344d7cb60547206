import Failures
import Gateway
import GatewayClient
import SerialPort
import Settings

extension Failure {
    /// Returns the failure for a verb that found no dongle with the command that would use a radio or a
    /// port of the settings, or else a Bluetooth controller of this machine; other failures as they
    /// are.
    ///
    /// - Parameters:
    ///   - arguments: The command line, with the program at its beginning.
    ///   - settings: Settings of this user; nil = they are invalid. Read only where there is no dongle.
    ///   - controllers: Lists the controllers; called only where there is no dongle.
    func offeringRadio(
        insteadOf arguments: [String], settings: @autoclosure () -> Settings? = try? .ofThisUser(),
        among controllers: () -> [BluetoothController] = BluetoothScanner.list
    ) -> Failure {
        // The code of a gateway inside this process whose choice of a port found none.
        guard code == "no-port" else { return self }
        let verbs = VerbPath.verbs(in: Array(arguments.dropFirst()), of: PerchCommand.self)
        let settings = settings()
        let radios = (settings?.radios ?? []).map { "--radio \($0)" }
        let ports = (settings?.ports ?? []).filter { $0 != "auto" && $0 != "sim" }.map { "--port \($0)" }
        let commands = (radios + ports).map { "`\(verbs) \($0)`" }
        if !commands.isEmpty {
            var offering = self
            offering.hint = "Use what the settings name: \(commands.joined(separator: " or "))."
            return offering
        }
        return offering(controllers()) { "`\(verbs) --radio \($0)`" }
    }

    /// Returns the failure for a running gateway that has no dongle.
    ///
    /// - Parameter address: Only a gateway of this machine can use this machine's controllers.
    static func noDongle(of address: GatewayAddress) -> Failure {
        let failure = Failure(GatewayError.noDongle)
        guard case .socket = address else { return failure }
        return failure.offering(BluetoothScanner.list()) { "`perch dongle adopt \($0)`" }
    }

    private func offering(_ controllers: [BluetoothController], by command: (String) -> String) -> Failure {
        guard !controllers.isEmpty else { return self }
        var offering = self
        offering.hint =
            controllers.proposed.map {
                let cost = $0.state == .kernel ? " (this machine's own Bluetooth is without it meanwhile)" : ""
                return
                    "Use \($0.words): \(command($0.radio))\(cost). Or \(hint.prefix(1).lowercased())\(hint.dropFirst())"
            } ?? "\(hint) This machine's Bluetooth adapter cannot be used now; `perch ports` says why."
        return offering
    }
}

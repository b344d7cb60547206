import Failures
import Gateway
import GatewayModel
import Glibc
import SerialPort

/// Checks whether the radios of settings and gateways can be used.
enum RadioDiagnosis {
    /// Returns the findings on radios whose dongle answers without a controller, and on the bridge that the
    /// settings need.
    ///
    /// - Parameters:
    ///   - radios: Radios of the settings.
    ///   - startsBridges: Whether the gateway of the settings starts bridges itself.
    static func findings(
        radios: [String], gateways: [GatewayStatus], startsBridges: Bool, setup: RadioSetup = .own()
    ) -> [DoctorFinding] {
        let failing = gateways.flatMap(\.dongles).filter(\.hasNoController)
        return failing.map { finding($0, check: "radio \($0.port)") }
            + bridge(radios.compactMap { try? RadioName($0) }, startsBridges: startsBridges, setup)
    }

    /// Returns the finding on a dongle whose controller cannot be used.
    static func finding(_ dongle: DongleStatus, check: String) -> DoctorFinding {
        .problem(
            check, dongle.lastError.map { printable($0.message) } ?? "The radio cannot be used.",
            next: dongle.lastError.map { printable($0.hint) } ?? "See `perch dongle log`.", exit: .inputOutput)
    }

    private static func bridge(_ radios: [RadioName], startsBridges: Bool, _ setup: RadioSetup) -> [DoctorFinding] {
        let check = "bridge"
        // A radio whose unit runs needs no other bridge.
        let bare = radios.filter { access("\(setup.unitFolder)/\($0.escaped)/port", F_OK) != 0 }
        guard let first = bare.first else { return [] }
        guard startsBridges, let bridges = setup.bridges else { return [.problem(check, RadioError.noUnit(first))] }
        do {
            return [.ok(check, "\(printable(try bridges.find())) makes a dongle of \(first.text).")]
        } catch {
            return [.problem(check, error)]
        }
    }
}

import DongleLink
import DongleProtocol
import Failures
import Foundation
import Gateway
import GatewayModel
import SerialPort

/// Checks whether the ports of this machine can be used.
struct PortDiagnosis {
    /// Bytes on the line for an advert of 31 bytes, its share of the frame included. Source:
    /// SPEC.md 9.3.
    static let bytesPerAdvert = 45
    /// Adverts per second counted in a busy conference room.
    static let busyRoom = 425

    /// - Parameters:
    ///   - gateways: The running gateways. A port that one of them has open is no problem.
    ///   - isPortNamed: Whether the command line names a port, which need not be a USB port.
    ///   - radios: Radios of the settings, which need no port.
    ///   - proposed: A Bluetooth controller that would do without a dongle.
    static func findings(
        _ ports: [PortDescription], gateways: [GatewayStatus], isPortNamed: Bool, radios: [String] = [],
        proposed: BluetoothController? = nil
    ) -> [DoctorFinding] {
        // A gateway's dongle may use another kind of port.
        let isServed =
            isPortNamed || !radios.isEmpty || gateways.contains { $0.dongles.contains { $0.state == .live } }
        let instead = proposed.map { " To use \($0.words): `perch scan --radio \($0.radio)`." } ?? ""
        guard !ports.isEmpty else {
            let cause = "No USB serial port is plugged in."
            return [
                isServed
                    ? .ok("ports", cause)
                    : .problem(
                        "ports", cause,
                        next: "Plug in a dongle, or try a simulated one with `perch scan --port sim`.\(instead)",
                        exit: .unavailable)
            ]
        }
        let candidates = ports.filter(\.looksLikeDongle)
        let paths = ports.map(\.path).joined(separator: ", ")
        let summary: DoctorFinding =
            candidates.isEmpty && !isServed
            ? .problem(
                "ports", "None of the ports here is a known dongle: \(paths).",
                next: "If one of them is a dongle, name it with --port.\(instead)", exit: .unavailable)
            : .ok("ports", "\(candidates.count) of \(counted(ports.count, "port")) may be a dongle: \(paths).")
        return [summary] + ports.flatMap { port($0, gateways: gateways) }
    }

    /// Returns whether each port can be used.
    static func states(of ports: [PortDescription], gateways: [GatewayStatus]) -> [DoctorFinding] {
        ports.map { state($0, gateways: gateways) }
    }

    private static func port(_ port: PortDescription, gateways: [GatewayStatus]) -> [DoctorFinding] {
        [state(port, gateways: gateways)] + (port.looksLikeDongle ? [lineRate(port)] : [])
    }

    private static func state(_ port: PortDescription, gateways: [GatewayStatus]) -> DoctorFinding {
        let check = "port \(port.path)"
        let name = printable(port.knownName ?? port.product ?? "unknown device")
        if let mend = port.mend {
            return .problem(
                check, "\(name); this user may not open it (\(mend.reason)).", next: mend.step, exit: .permission)
        }
        if port.access.verdict == .gone {
            return .problem(
                check, "\(name); it was unplugged just now.", next: "Plug it in again.", exit: .unavailable)
        }
        guard let holder = port.holder else { return .ok(check, "\(name); free, and this user may open it.") }
        if gateways.contains(where: { $0.pid == holder.pid }) { return .ok(check, "\(name); the gateway uses it.") }
        return .problem(
            check, "\(name); \(printable(holder.command)) (pid \(holder.pid)) has it open.",
            next: "To use the port here, end \(printable(holder.command)).", exit: .temporary)
    }

    private static func lineRate(_ port: PortDescription) -> DoctorFinding {
        let check = "line rate of \(port.path)"
        guard port.kind != .native else { return .ok(check, "The chip's own USB: no serial line limits the rate.") }
        let rates = PortChoice.Chosen(path: port.path, kind: port.kind).rates(asked: nil)
        let words = rates.map { "\($0) bits a second carry \(capacity(baud: $0)) adverts a second" }
        return .ok(
            check,
            "A bridge; \(words.joined(separator: ", ")) of 31 bytes. A busy conference room has \(busyRoom)."
        )
    }

    /// Returns the finding on the capacity of a line whose rate is known.
    static func lineRate(of path: String, baud: Int, isNative: Bool) -> DoctorFinding {
        let check = "line rate of \(path)"
        guard !isNative else { return .ok(check, "No serial line limits the rate.") }
        let capacity = capacity(baud: baud)
        let cause = "\(baud) bits a second carry \(capacity) adverts a second of 31 bytes"
        guard capacity < busyRoom else { return .ok(check, cause + ".") }
        return .warning(
            check, cause + "; a busy conference room has \(busyRoom).",
            next: "Use firmware and a bridge that support 921600, or filter with --min-rssi.")
    }

    /// Returns how many adverts of 31 bytes a line carries per second.
    static func capacity(baud: Int) -> Int { baud / 10 / bytesPerAdvert }

    /// Opens one port and greets the dongle on it.
    ///
    /// - Parameter radio: The port, if it is a radio's. Its bridge is ended.
    static func greeting(
        _ choice: PortChoice, radio: RadioPort?, baud: Int?, ports: [PortDescription], gateways: [GatewayStatus]
    ) async -> [DoctorFinding] {
        let check = "dongle on \(choice.text)"
        do {
            let chosen = try choice.choose(among: ports, resolve: PortChoice.resolvedPath)
            let path = PortChoice.resolvedPath(chosen.path)
            let live = gateways.flatMap(\.dongles).filter { $0.state == .live || $0.state == .suspect }
            if let dongle = live.first(where: { PortChoice.resolvedPath($0.port) == path }) {
                if dongle.hasNoController { return [RadioDiagnosis.finding(dongle, check: check)] }
                return [.ok(check, "The gateway uses it, as \(dongle.id ?? "a dongle without an id").")]
            }
            if let radio {
                let findings = await greeting(
                    try await radio.chosen(), name: radio.name.text, check: check, baud: baud)
                await radio.stop()
                return findings
            }
            return await greeting(chosen, name: chosen.path, check: check, baud: baud)
        } catch {
            return [.problem(check, error)]
        }
    }

    /// Greets the dongle on a port at each rate in turn.
    private static func greeting(
        _ chosen: PortChoice.Chosen, name: String, check: String, baud: Int?
    ) async -> [DoctorFinding] {
        do {
            let isNative = chosen.isNative(asked: baud)
            var failure: (any Error)?
            for rate in chosen.rates(asked: baud) {
                do {
                    let dongle = try await Dongle.open(
                        path: chosen.path, baud: rate, isNative: isNative, greetingLimit: .seconds(5))
                    let findings = await answer(dongle, check: check)
                    await dongle.close()
                    return findings + [lineRate(of: name, baud: rate, isNative: isNative)]
                } catch LinkError.greeting(.noAnswer(let silence)) {
                    failure = LinkError.greeting(.noAnswer(silence))
                }
            }
            return [failure.map { .problem(check, $0) } ?? .skipped(check, "No rate was tried.")]
        } catch {
            return [.problem(check, error)]
        }
    }

    private static func answer(_ dongle: Dongle, check: String) async -> [DoctorFinding] {
        do {
            let hello = try await dongle.identity
            let info = try await dongle.info()
            let simulated = hello.features.contains(.simulated) ? "SIMULATED; " : ""
            return [
                .ok(
                    check,
                    "\(simulated)answers as \(hello.deviceID.text), "
                        + "\(printable("\(info.firmware) \(info.version)")), protocol \(hello.major).\(hello.minor).")
            ]
        } catch {
            return [.problem(check, error)]
        }
    }
}

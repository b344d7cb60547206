import Conformance

extension Failure {
    package init(_ error: ConformanceError) {
        switch error {
        case .noAnswer(let limit, let bytes) where bytes > 0:
            self.init(
                code: "not-a-dongle",
                message:
                    "The device on this port is not a dongle: it sent \(bytes) bytes in \(tenths(limit)) s, but no "
                    + "frame.",
                hint: "Choose another port or --baud; a dongle needs firmware that speaks the protocol.",
                exit: .protocolMismatch)
        case .noAnswer(let limit, _):
            self.init(
                code: "no-dongle", message: "Nothing answered on this port in \(tenths(limit)) s.",
                hint: "Check that the dongle has its firmware, and that --baud matches its rate.", isRetryable: true,
                exit: .unavailable)
        case .echoes:
            self.init(
                code: "line-echoes",
                message: "The port echoes every byte: a loopback plug, or a device that echoes.",
                hint: "Choose another port; list them with `perch ports`.", exit: .unavailable)
        case .portLost(let path):
            self.init(
                code: "port-lost",
                message: "\(path) went away: the dongle was unplugged, or its driver failed.",
                hint: "Check plug and cable, then try again.", isRetryable: true, exit: .inputOutput)
        case .noSuchCheck(let pattern):
            self.init(
                code: "no-such-check", message: "No check is named \(printable(pattern)).",
                hint: "List the checks with `perch conformance --list`.", exit: .usage)
        }
    }

    /// The dongle violates the protocol.
    package static func notConformant(_ count: Int) -> Failure {
        Failure(
            code: "not-conformant", message: "\(counted(count, "check")) failed.",
            hint: "See above what was expected and received; each check names its section of SPEC.md.",
            exit: .protocolMismatch)
    }
}

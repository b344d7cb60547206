import Conformance

extension Failure {
    package init(_ error: ConformanceError) {
        switch error {
        case .noAnswer(let limit, let bytes) where bytes > 0:
            self.init(
                code: "not-a-dongle",
                message: "Something else speaks on this port: \(bytes) bytes in \(tenths(limit)) s, and no frame.",
                hint: "Choose another port or --baud; a dongle needs firmware that speaks the protocol.",
                exit: .protocolMismatch)
        case .noAnswer(let limit, _):
            self.init(
                code: "no-dongle", message: "Nothing answers on this port in \(tenths(limit)) s.",
                hint: "Check that the dongle has its firmware, and the rate with --baud.", isRetryable: true,
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
                code: "no-such-check", message: "No check is called \(printable(pattern)).",
                hint: "List them with `perch conformance --list`.", exit: .usage)
        }
    }

    /// The dongle violates the protocol.
    package static func notConformant(_ count: Int) -> Failure {
        Failure(
            code: "not-conformant", message: "\(counted(count, "check")) failed.",
            hint: "Read what was expected and got above; each check names its section of SPEC.md.",
            exit: .protocolMismatch)
    }
}

import DongleLink
import DongleProtocol
import FlockFinder

extension Failure {
    package init(_ error: LinkError) {
        switch error {
        case .refused(let operation, let status, let body), .failed(let operation, let status, _, let body):
            self.init(status: status, body: body, operation: operation)
        case .notSent(let operation, let cause), .interrupted(let operation, let cause):
            self.init(cause, operation: operation)
        case .malformedAnswer(let operation):
            self.init(
                code: "malformed-answer",
                message: "The dongle's answer to \(operation.word) is too short for its fields.",
                hint: "The dongle's firmware violates the protocol: update it.", exit: .protocolMismatch)
        case .wrongDigest(let copy):
            self.init(
                code: "wrong-digest",
                message:
                    "The digest that the dongle states for its \(copy.word) config is not that of the config's bytes.",
                hint: "The dongle's flash or firmware has a fault. Send the config again; if this repeats, update the "
                    + "firmware.", exit: .protocolMismatch)
        case .unsteadyConfig(let copy):
            self.init(
                code: "config-unsteady",
                message: "The dongle's \(copy.word) config changed each time that it was read.",
                hint: "Make sure that no other program changes it, then try again.", isRetryable: true, exit: .temporary
            )
        case .tooLarge(let operation, let limit):
            self.init(
                code: "too-large",
                message: "\(operation.word) takes at most \(limit) bytes on this dongle, including its other fields.",
                hint: "Send less at a time.", exit: .badInput)
        case .unsupported(let operation):
            self.init(
                code: "unsupported", message: "This dongle was built without \(operation.word).",
                hint: "List the dongle's capabilities with `perch dongle info`.", exit: .protocolMismatch)
        case .greeting(let failure):
            self.init(failure)
        case .noSession:
            self.init(
                code: "no-session", message: "The dongle restarted and has not answered yet.",
                hint: "Try again in a moment.", isRetryable: true, exit: .temporary)
        case .closed:
            self = .interrupted
        case .portLost:
            self.init(
                code: "port-lost", message: "The port went away: the dongle was unplugged, or its driver failed.",
                hint: "Check plug and cable, then try again.", isRetryable: true, exit: .inputOutput)
        }
        outcome = error.reportedOutcome
    }

    private init(_ cause: Interruption, operation: Operation) {
        switch cause {
        case .reset(let reason):
            self.init(
                code: "dongle-reset", message: "The dongle restarted (\(reason.word)) during \(operation.word).",
                hint: "Try again. If the dongle restarts often, check its power supply and `perch dongle log`.",
                isRetryable: true,
                exit: .temporary)
        case .sessionLost:
            self.init(
                code: "session-lost", message: "The dongle no longer knew this session during \(operation.word).",
                hint: "Make sure that no other program uses it, then try again.", isRetryable: true, exit: .temporary)
        case .silence:
            self.init(
                code: "dongle-silent", message: "The dongle fell silent.",
                hint: "Wait a moment and try again. If the dongle stays silent, unplug it and plug it in again.",
                isRetryable: true,
                exit: .temporary)
        case .gaveUp:
            self.init(
                code: "no-answer", message: "The dongle did not answer \(operation.word) in time.",
                hint: "Try again. If the dongle stays silent, unplug it and plug it in again.", isRetryable: true,
                exit: .temporary)
        case .portLost:
            self.init(
                code: "port-lost", message: "The port went away during \(operation.word).",
                hint: "Check plug and cable, then try again.", isRetryable: true, exit: .inputOutput)
        case .closed:
            self = .interrupted
        case .queueFull:
            self.init(
                code: "queue-full", message: "Too many requests were waiting already; \(operation.word) was not sent.",
                hint: "Try again in a moment.", isRetryable: true, exit: .temporary)
        }
    }

    private init(_ failure: GreetingFailure) {
        switch failure {
        case .noAnswer(let silence):
            self.init(silence)
        case .versionMismatch(let major, let minor):
            self.init(
                code: "version-mismatch",
                message: "The dongle speaks version \(major).\(minor) of the protocol; this program speaks version 1.",
                hint: major > 1 ? "Update perch." : "Update the dongle's firmware.", exit: .protocolMismatch)
        case .notTransparent(let received):
            let what =
                received.map { "the bytes \(HelloRequest.probeText) came back as \(hexadecimal($0))" }
                ?? "only greetings without special bytes were answered"
            self.init(
                code: "line-not-transparent", message: "The serial line changes or swallows bytes: \(what).",
                hint:
                    "Turn off flow control (XON/XOFF) on every device between host and dongle, such as a terminal "
                    + "server, or use another adapter.",
                exit: .protocolMismatch)
        }
    }

    private init(_ silence: GreetingFailure.Silence) {
        if silence.echoes > 0 {
            self.init(
                code: "line-echoes",
                message: "The port echoes every byte: a loopback plug, or a device that echoes.",
                hint: "Choose another port; list them with `perch ports`.", exit: .unavailable)
        } else if silence.isFlockFinder {
            self.init(
                code: "not-a-dongle", message: "The device on this port is a FlockFinder, not a dongle.",
                hint: "Listen to the FlockFinder with `perch detect attach serial:` and the path of the port.",
                exit: .protocolMismatch)
        } else if silence.bytesReceived > 0 {
            self.init(
                code: "not-a-dongle",
                message: "The device on this port is not a dongle; it sent \(silence.bytesReceived) bytes"
                    + (silence.noise.isEmpty ? "." : ": \(excerpt(silence.noise))."),
                hint: "Choose another port or --baud; a dongle needs the Perch firmware.", exit: .protocolMismatch)
        } else {
            self.init(
                code: "no-dongle", message: "Nothing answers on this port.",
                hint: "Check that the dongle has the Perch firmware, and that --baud matches its rate.",
                isRetryable: true,
                exit: .unavailable)
        }
    }
}

extension Interruption {
    /// Sentence about what happened to the dongle, for when no operation was under way.
    package var sentence: String {
        switch self {
        case .reset(let reason): "The dongle restarted (\(reason.word))."
        case .sessionLost: "The dongle no longer knew the session."
        case .silence, .gaveUp: "The dongle fell silent."
        case .portLost: "The port went away."
        case .closed, .queueFull: "The link was closed."
        }
    }
}

extension LinkError {
    /// Nil if no operation had begun.
    fileprivate var reportedOutcome: Outcome? {
        switch self {
        case .greeting, .noSession, .closed, .portLost: nil
        default: outcome
        }
    }
}

extension ConfigCopy {
    fileprivate var word: String { self == .saved ? "saved" : "active" }
}

extension HelloRequest {
    fileprivate static var probeText: String { hexadecimal(transparencyProbe) }
}

extension Operation {
    /// Name in SPEC.md, or the number.
    package var word: String { name ?? "operation 0x" + String(rawValue, radix: 16) }
}

extension GreetingFailure.Silence {
    /// Whether the newest bytes contain a line of a FlockFinder.
    fileprivate var isFlockFinder: Bool {
        var lines = FlockFinderLines()
        return !lines.take(noise + [UInt8(ascii: "\n")]).isEmpty
    }
}

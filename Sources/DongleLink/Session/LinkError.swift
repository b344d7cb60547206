import DongleProtocol

/// Outcome of an operation, as far as the host can know it.
public enum Outcome: String, Sendable, Hashable {
    case done
    /// Nothing was changed. Retrying is safe.
    case notDone = "not-done"
    /// The operation may have taken effect. Check before retrying.
    case unknown
}

/// Reason why an operation, or the whole link, failed.
public enum LinkError: Error, Sendable, Hashable {
    /// The dongle refused the request; nothing was changed.
    case refused(operation: Operation, status: Status, body: ErrorBody)
    /// A deferred operation ended without success.
    case failed(operation: Operation, status: Status, effect: Effect, body: ErrorBody)
    /// The request was never put on the line.
    case notSent(operation: Operation, cause: Interruption)
    /// The session ended or the host gave up before the outcome arrived. The dongle may have
    /// performed the operation.
    case interrupted(operation: Operation, cause: Interruption)
    /// The answer was too short for its fields. The dongle violates the protocol.
    case malformedAnswer(operation: Operation)
    /// The digest that the dongle states for this config is not that of its bytes, though neither
    /// changed between two readings.
    case wrongDigest(ConfigCopy)
    /// The config changed each time that it was read.
    case unsteadyConfig(ConfigCopy)
    /// The payload is longer than this dongle accepts; nothing was sent.
    case tooLarge(operation: Operation, limitBytes: Int)
    /// This dongle was built without the operation; nothing was sent.
    case unsupported(operation: Operation)
    /// No session could be opened.
    case greeting(GreetingFailure)
    /// No session is open at the moment. The dongle has restarted and is being greeted.
    case noSession
    /// The link was closed by its owner.
    case closed
    /// The port went away. Every later call on this dongle fails the same way.
    case portLost

    /// Outcome of the operation, as this error implies.
    public var outcome: Outcome {
        switch self {
        case .failed(_, _, let effect, _):
            switch effect {
            case .done: .done
            case .none: .notDone
            default: .unknown
            }
        case .interrupted, .malformedAnswer: .unknown
        case .refused, .notSent, .wrongDigest, .unsteadyConfig, .tooLarge, .unsupported, .greeting, .noSession, .closed,
            .portLost:
            .notDone
        }
    }
}

/// Reason why an operation was interrupted.
public enum Interruption: Sendable, Hashable {
    /// The dongle restarted, for this reason.
    case reset(ResetReason)
    /// The dongle no longer knows the session.
    case sessionLost
    /// The dongle stopped answering, even to HELLO.
    case silence
    /// No answer, or no DONE, arrived within the operation's limit.
    case gaveUp
    case portLost
    /// The caller closed the link or cancelled the task.
    case closed
    /// Too many requests were already waiting.
    case queueFull
}

/// Reason why HELLO did not open a session.
public enum GreetingFailure: Error, Sendable, Hashable {
    /// Nothing that looks like a dongle answered within the limit.
    case noAnswer(Silence)
    /// The dongle supports only other major versions of the protocol; this is its highest.
    case versionMismatch(dongleMajor: UInt8, dongleMinor: UInt8)
    /// The line drops or changes bytes. `received` is the probe as the dongle returned it; nil if
    /// only HELLOs without a probe were answered.
    case notTransparent(received: [UInt8]?)

    /// Bytes that the line carried instead of an answer.
    public struct Silence: Sendable, Hashable {
        /// Total number of bytes read.
        public var bytesReceived = 0
        /// Number of the host's own frames that came back: the line echoes, or has a loopback plug.
        public var echoes = 0
        /// Number of byte sequences between zeros that were no valid frame.
        public var rejected = 0
        /// The newest bytes, at most 4 KiB. Text here shows which other device uses this line.
        public var noise: [UInt8] = []
    }
}

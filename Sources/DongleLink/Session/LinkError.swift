import DongleProtocol

/// What became of an operation, as far as the host can know.
public enum Outcome: String, Sendable, Hashable {
    case done
    /// Nothing was changed: it may be tried again without harm.
    case notDone = "not-done"
    /// It may have happened. Look before trying again.
    case unknown
}

/// Why an operation, or the whole link, failed.
public enum LinkError: Error, Sendable, Hashable {
    /// The dongle refused the request; nothing was changed.
    case refused(operation: Operation, status: Status, body: ErrorBody)
    /// A deferred operation ended without success.
    case failed(operation: Operation, status: Status, effect: Effect, body: ErrorBody)
    /// The request was never put on the line.
    case notSent(operation: Operation, cause: Interruption)
    /// The outcome did not come before the session ended or the host gave up. The dongle may have acted on it.
    case interrupted(operation: Operation, cause: Interruption)
    /// The answer ended before its fields did: the dongle does not keep to the protocol.
    case malformedAnswer(operation: Operation)
    /// The payload is longer than this dongle takes; nothing was sent.
    case tooLarge(operation: Operation, limitBytes: Int)
    /// The dongle was built without it; nothing was sent.
    case unsupported(operation: Operation)
    /// No session could be opened.
    case greeting(GreetingFailure)
    /// No session is open at the moment: the dongle has restarted and is being greeted.
    case noSession
    /// The link was closed by its owner.
    case closed
    /// The port went away; every later call on this dongle fails the same way.
    case portLost

    /// What became of the operation.
    public var outcome: Outcome {
        switch self {
        case .failed(_, _, let effect, _):
            switch effect {
            case .done: .done
            case .none: .notDone
            default: .unknown
            }
        case .interrupted, .malformedAnswer: .unknown
        case .refused, .notSent, .tooLarge, .unsupported, .greeting, .noSession, .closed, .portLost: .notDone
        }
    }
}

/// What cut an operation off.
public enum Interruption: Sendable, Hashable {
    /// The dongle restarted, for this reason.
    case reset(ResetReason)
    /// The dongle no longer knows the session.
    case sessionLost
    /// The dongle answered nothing any more, not even HELLO.
    case silence
    /// No answer, or no DONE, within the operation's limit.
    case gaveUp
    case portLost
    /// The caller closed the link or cancelled the task.
    case closed
    /// Too many requests were waiting already.
    case queueFull
}

/// Why HELLO led to no session.
public enum GreetingFailure: Error, Sendable, Hashable {
    /// Nothing that reads as a dongle came within the limit.
    case noAnswer(Silence)
    /// The dongle speaks other major versions of the protocol only; this is its highest.
    case versionMismatch(dongleMajor: UInt8, dongleMinor: UInt8)
    /// The line strips or changes bytes. `received` is the probe as it came back; nil: only HELLOs without it were answered.
    case notTransparent(received: [UInt8]?)

    /// What the line carried instead of an answer.
    public struct Silence: Sendable, Hashable {
        /// Bytes read in all.
        public var bytesReceived = 0
        /// Frames of the host's own that came back: the line echoes, or a loopback plug is in it.
        public var echoes = 0
        /// Stretches between zeros that were no frame.
        public var rejected = 0
        /// The newest bytes, at most 4 KiB: text here shows what else speaks on this line.
        public var noise: [UInt8] = []
    }
}

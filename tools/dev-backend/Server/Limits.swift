import NIOCore

/// What the server takes and keeps. Over a limit it refuses, and says which one it was.
enum Limits {
    /// Bytes of a request's body.
    static let body = 256 * 1024
    /// Bytes of a request's header fields together.
    static let head = 16 * 1024
    /// Connections at a time; more wait to be accepted.
    static let connections = 256
    /// How long a connection may stay open without a request.
    static let idleTime = TimeAmount.seconds(60)
    static let beacons = 20_000
    static let servicePoints = 20_000
    /// Of one user; the oldest goes.
    static let tokens = 1_000
    /// Answers kept for requests that are repeated with their `Idempotency-Key`; the oldest goes.
    static let keptAnswers = 10_000
    static let faults = 100
    /// Longest delay of a fault, in milliseconds.
    static let delayMs = 600_000
    static let faultTimes = 1_000_000
    /// Names that are counted one by one; what comes after is counted together.
    static let counts = 100_000
    static let uuidsOfLookup = 100
}

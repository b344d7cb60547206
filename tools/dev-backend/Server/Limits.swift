import NIOCore

/// Limits of the server. Over a limit it refuses, and names the limit.
enum Limits {
    /// Bytes in the body of a request.
    static let body = 256 * 1024
    /// Bytes in all header fields of a request together.
    static let head = 16 * 1024
    /// Connections at a time; more of them wait to be accepted.
    static let connections = 256
    /// Time that a connection may stay open without a request.
    static let idleTime = TimeAmount.seconds(60)
    static let beacons = 20_000
    static let servicePoints = 20_000
    /// Tokens of one user; the oldest is deleted.
    static let tokens = 1_000
    /// Answers kept for repeated requests with their `Idempotency-Key`; the oldest is deleted.
    static let keptAnswers = 10_000
    static let faults = 100
    /// Longest delay of a fault, in milliseconds.
    static let delayMs = 600_000
    static let faultTimes = 1_000_000
    /// Names that are counted individually; further names are counted together.
    static let counts = 100_000
    static let uuidsOfLookup = 100
}

import JSONLines

/// One thing in the outbox.
public struct OutboxEntryDescription: Codable, Sendable, Hashable {
    /// Rises, and is never used again.
    public var id: Int64
    /// Where it goes.
    public var destination: String
    /// Such as `region.enter`.
    public var kind: String
    /// `waiting` or `given-up`.
    public var state: String
    public var created: Timestamp
    public var attempts: Int
    /// When it is tried next; nil where it was given up.
    public var nextAttempt: Timestamp?
    public var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case id, destination, kind, state, created, attempts
        case nextAttempt = "next_attempt"
        case lastError = "last_error"
    }

    public init(
        id: Int64, destination: String, kind: String, state: String, created: Timestamp, attempts: Int,
        nextAttempt: Timestamp?, lastError: String?
    ) {
        self.id = id
        self.destination = destination
        self.kind = kind
        self.state = state
        self.created = created
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.lastError = lastError
    }
}

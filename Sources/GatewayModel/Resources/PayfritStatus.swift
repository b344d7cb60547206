import JSONLines

/// Registrations that are not delivered.
public struct PayfritQueue: Codable, Sendable, Hashable {
    /// Those for the backend that is set up.
    public var waiting: Int
    /// Those that it has refused for good.
    public var refused: Int
    /// Those for other backends, which wait until these are set up again.
    public var elsewhere: Int
    /// Delivered since the start.
    public var delivered: Int
    /// Why nothing is delivered at the moment: `logged-out`, `other-user`, `not-in-this-api`, `not-set-up`; nil where it is tried.
    public var held: String?
    /// When the next is tried again; nil where none failed.
    public var nextAttempt: Timestamp?

    private enum CodingKeys: String, CodingKey {
        case waiting, refused, elsewhere, delivered, held
        case nextAttempt = "next_attempt"
    }

    public init(
        waiting: Int, refused: Int, elsewhere: Int, delivered: Int, held: String?, nextAttempt: Timestamp?
    ) {
        self.waiting = waiting
        self.refused = refused
        self.elsewhere = elsewhere
        self.delivered = delivered
        self.held = held
        self.nextAttempt = nextAttempt
    }
}

/// What went wrong, and when.
public struct PayfritFailure: Codable, Sendable, Hashable {
    public var at: Timestamp
    /// Stable, for scripts.
    public var code: String
    public var message: String
    /// What to do next.
    public var hint: String

    public init(at: Timestamp, code: String, message: String, hint: String) {
        self.at = at
        self.code = code
        self.message = message
        self.hint = hint
    }
}

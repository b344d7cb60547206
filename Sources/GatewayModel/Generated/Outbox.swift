// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import JSONLines

/// `given-up`: it is not tried any more.
public enum OutboxState: String, Word {
    case waiting, givenUp = "given-up"
}

/// The answer of `POST /v1/webhooks/test`, by their numbers
public struct WebhookTestList: Codable, Sendable, Hashable {
    public var webhooks: [WebhookTest]

    public init(webhooks: [WebhookTest]) {
        self.webhooks = webhooks
    }
}

/// What became of a test of one webhook
public struct WebhookTest: Codable, Sendable, Hashable {
    /// In `notify.webhooks`, from 1.
    public var number: Int
    /// Scheme, host and port.
    public var destination: String
    /// Whether it answered with a success.
    public var delivered: Bool
    /// Why not.
    public var error: String?
    public var milliseconds: Int

    private enum CodingKeys: String, CodingKey {
        case number, destination, delivered, error
        case milliseconds = "ms"
    }

    public init(number: Int, destination: String, delivered: Bool, error: String? = nil, milliseconds: Int) {
        self.number = number
        self.destination = destination
        self.delivered = delivered
        self.error = error
        self.milliseconds = milliseconds
    }
}

/// What waits to be delivered, or was given up: the answer of `GET /v1/outbox`, oldest first
public struct OutboxList: Codable, Sendable, Hashable {
    public var entries: [OutboxEntryDescription]

    public init(entries: [OutboxEntryDescription]) {
        self.entries = entries
    }
}

/// One thing in the outbox
public struct OutboxEntryDescription: Codable, Sendable, Hashable {
    /// Rises, and is never used again.
    public var id: Int64
    public var destination: String
    /// `regionEnter` or `regionExit` for webhooks.
    public var kind: String
    public var state: OutboxState
    public var created: Timestamp
    public var attempts: Int
    public var nextAttempt: Timestamp?
    public var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case id, destination, kind, state, created, attempts
        case nextAttempt = "next_attempt"
        case lastError = "last_error"
    }

    public init(
        id: Int64, destination: String, kind: String, state: OutboxState, created: Timestamp, attempts: Int,
        nextAttempt: Timestamp? = nil, lastError: String? = nil
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

// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import LineFormats

/// `given-up`: the message is not retried.
package enum OutboxState: String, Word {
    case waiting, givenUp = "given-up"
}

/// The answer of `POST /v1/webhooks/test`, ordered by number.
package struct WebhookTestList: Codable, Sendable, Hashable {
    package var webhooks: [WebhookTest]

    package init(webhooks: [WebhookTest]) {
        self.webhooks = webhooks
    }
}

/// Result of the test of one webhook.
package struct WebhookTest: Codable, Sendable, Hashable {
    /// Position in `notify.webhooks`, from 1.
    package var number: Int
    /// Scheme, host and port of the webhook.
    package var destination: String
    /// Whether the webhook answered with a success status.
    package var delivered: Bool
    /// Reason of a failure.
    package var error: String?
    package var milliseconds: Int

    private enum CodingKeys: String, CodingKey {
        case number, destination, delivered, error
        case milliseconds = "ms"
    }

    package init(number: Int, destination: String, delivered: Bool, error: String? = nil, milliseconds: Int) {
        self.number = number
        self.destination = destination
        self.delivered = delivered
        self.error = error
        self.milliseconds = milliseconds
    }
}

/// Messages that wait for delivery or were given up: the answer of `GET /v1/outbox`, oldest first.
package struct OutboxList: Codable, Sendable, Hashable {
    package var entries: [OutboxEntryDescription]

    package init(entries: [OutboxEntryDescription]) {
        self.entries = entries
    }
}

/// A message in the outbox.
package struct OutboxEntryDescription: Codable, Sendable, Hashable {
    /// Rising number, never reused.
    package var id: Int64
    package var destination: String
    /// `regionEnter`, `regionExit`, `tillLowBalance` or `tillBooking` for webhooks.
    package var kind: String
    package var state: OutboxState
    package var created: Timestamp
    package var attempts: Int
    package var nextAttempt: Timestamp?
    package var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case id, destination, kind, state, created, attempts
        case nextAttempt = "next_attempt"
        case lastError = "last_error"
    }

    package init(
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

import Foundation
import GatewayModel

/// A message that waits for delivery or was given up.
package struct OutboxEntry: Sendable, Hashable {
    /// Rising number, never reused.
    package let id: Int64
    /// Destination. Messages of a lane are delivered in the order of their ids.
    package let lane: String
    package let kind: String
    /// Unique in the outbox. Lets the receiver recognise a message that is delivered twice.
    package let idempotencyKey: String
    /// At most 64 KiB.
    package let body: Data
    package let createdMicroseconds: Int64
    /// Number of failed deliveries.
    package let attempts: Int
    /// Earliest time of the next attempt; for a message that was given up, the time of giving up.
    package let nextAttemptMicroseconds: Int64
    package let lastError: String?
    package let state: OutboxState

    /// Makes a message that is not in the outbox.
    package init(lane: String, kind: String, idempotencyKey: String, body: Data, createdMicroseconds: Int64) {
        self.init(
            id: 0, lane: lane, kind: kind, idempotencyKey: idempotencyKey, body: body,
            createdMicroseconds: createdMicroseconds, attempts: 0, nextAttemptMicroseconds: createdMicroseconds,
            lastError: nil, state: .waiting)
    }

    init(
        id: Int64, lane: String, kind: String, idempotencyKey: String, body: Data, createdMicroseconds: Int64,
        attempts: Int, nextAttemptMicroseconds: Int64, lastError: String?, state: OutboxState
    ) {
        self.id = id
        self.lane = lane
        self.kind = kind
        self.idempotencyKey = idempotencyKey
        self.body = body
        self.createdMicroseconds = createdMicroseconds
        self.attempts = attempts
        self.nextAttemptMicroseconds = nextAttemptMicroseconds
        self.lastError = lastError
        self.state = state
    }
}

/// Result of putting a message into the outbox.
package struct OutboxReceipt: Sendable, Hashable {
    package let id: Int64
    /// False if a message with the same key was already there. In this case `id` is that message's
    /// id, and nothing was changed.
    package let isNew: Bool
    /// Number of waiting messages, the oldest ones, that were given up to make room.
    package let displaced: Int
}

/// Number of messages of one lane in the outbox.
package struct OutboxCounts: Sendable, Hashable {
    package let lane: String
    package let waiting: Int
    package let givenUp: Int
}

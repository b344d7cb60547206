import Foundation
import GatewayModel

/// A message that is to be delivered, or could not be.
package struct OutboxEntry: Sendable, Hashable {
    /// Rises, and is never used again.
    package let id: Int64
    /// Where it goes to. Messages of a lane are delivered in the order of their ids.
    package let lane: String
    package let kind: String
    /// Tells the receiver that a message delivered twice is one; no two in the outbox share it.
    package let idempotencyKey: String
    /// At most 64 KiB.
    package let body: Data
    package let createdMicroseconds: Int64
    /// Deliveries that failed.
    package let attempts: Int
    /// When the next may be begun; for one that was given up, when it was.
    package let nextAttemptMicroseconds: Int64
    package let lastError: String?
    package let state: OutboxState

    /// A message that is in no outbox.
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

/// What became of a message that was put into the outbox.
package struct OutboxReceipt: Sendable, Hashable {
    package let id: Int64
    /// False where one with its key was there already: then that one's id is told, and nothing was changed.
    package let isNew: Bool
    /// Waiting messages, the oldest, that were given up for want of room.
    package let displaced: Int
}

/// How many messages of one lane are in the outbox.
package struct OutboxCounts: Sendable, Hashable {
    package let lane: String
    package let waiting: Int
    package let givenUp: Int
}

import Foundation
import GatewayModel

/// A message that is to be delivered, or could not be.
public struct OutboxEntry: Sendable, Hashable {
    /// Rises, and is never used again.
    public let id: Int64
    /// Where it goes to. Messages of a lane are delivered in the order of their ids.
    public let lane: String
    public let kind: String
    /// Tells the receiver that a message delivered twice is one; no two in the outbox share it.
    public let idempotencyKey: String
    /// At most 64 KiB.
    public let body: Data
    public let createdMicroseconds: Int64
    /// Deliveries that failed.
    public let attempts: Int
    /// When the next may be begun; for one that was given up, when it was.
    public let nextAttemptMicroseconds: Int64
    public let lastError: String?
    public let state: OutboxState

    /// A message that is in no outbox.
    public init(lane: String, kind: String, idempotencyKey: String, body: Data, createdMicroseconds: Int64) {
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
public struct OutboxReceipt: Sendable, Hashable {
    public let id: Int64
    /// False where one with its key was there already: then that one's id is told, and nothing was changed.
    public let isNew: Bool
    /// Waiting messages, the oldest, that were given up for want of room.
    public let displaced: Int
}

/// How many messages of one lane are in the outbox.
public struct OutboxCounts: Sendable, Hashable {
    public let lane: String
    public let waiting: Int
    public let givenUp: Int
}

import Foundation
import GRDB

/// Messages that wait for delivery, stored until they have arrived: each message is delivered at
/// least once, in the order of its lane, even if this process crashes.
/// Notices that wait for their destination.
package struct OutboxStore: StorePart {
    let database: DatabaseAccess

    /// Maximum number of waiting messages, not counting registrations. Beyond it, the oldest is
    /// given up.
    package static let outboxWaiting = 10_000
    /// Maximum number of messages that were given up and remain visible, not counting
    /// registrations. Beyond it, the one with the lowest id is deleted.
    package static let outboxGivenUp = 1_000
    /// Maximum length of a body, 64 KiB.
    package static let outboxBodyBytes = 65_536

    /// Appends a message to its lane, due at once.
    ///
    /// - Parameter idempotencyKey: Identifies the message among those in the outbox. A message that
    ///   was delivered can be enqueued again.
    /// - Throws: ``StoreError/tooLargeForOutbox(bytes:limit:)``.
    package func enqueue(
        lane: String, kind: String, idempotencyKey: String, body: Data, atMicroseconds now: Int64
    ) async throws(StoreError) -> OutboxReceipt {
        guard body.count <= OutboxStore.outboxBodyBytes else {
            throw .tooLargeForOutbox(bytes: body.count, limit: OutboxStore.outboxBodyBytes)
        }
        return try await write { db in
            let known = "SELECT id FROM outbox WHERE key = ?"
            if let id = try Int64.fetchOne(db, sql: known, arguments: [idempotencyKey]) {
                return OutboxReceipt(id: id, isNew: false, displaced: 0)
            }
            try db.execute(
                sql: """
                    INSERT INTO outbox (lane, kind, key, body, created, attempts, next_attempt, is_given_up)
                    VALUES (:lane, :kind, :key, :body, :now, 0, :now, 0)
                    """,
                arguments: ["lane": lane, "kind": kind, "key": idempotencyKey, "body": body, "now": now])
            let id = db.lastInsertedRowID
            let waiting =
                try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox WHERE is_given_up = 0 AND is_kept = 0") ?? 0
            let excess = max(0, waiting - OutboxStore.outboxWaiting)
            if excess > 0 {
                try db.execute(
                    sql: """
                        UPDATE outbox SET is_given_up = 1, next_attempt = ?, last_error = ifnull(last_error, ?)
                        WHERE id IN (SELECT id FROM outbox WHERE is_given_up = 0 AND is_kept = 0 ORDER BY id LIMIT ?)
                        """,
                    arguments: [now, "too many messages wait", excess])
                try db.trimGivenUp()
            }
            return OutboxReceipt(id: id, isNew: true, displaced: excess)
        }
    }

    /// Returns the next message of a lane, due or not; nil if none waits.
    package func next(lane: String) async throws(StoreError) -> OutboxEntry? {
        try await read { db in
            let sql = "SELECT * FROM outbox WHERE is_given_up = 0 AND lane = ? ORDER BY id LIMIT 1"
            return try OutboxEntry.fetchOne(db.cachedStatement(sql: sql), arguments: [lane])
        }
    }

    /// Returns the next message of every lane in which it is due, in the order of their ids.
    package func due(atMicroseconds now: Int64) async throws(StoreError) -> [OutboxEntry] {
        try await read { db in
            try OutboxEntry.fetchAll(
                db,
                sql: """
                    SELECT * FROM outbox WHERE next_attempt <= ?
                    AND id IN (SELECT min(id) FROM outbox WHERE is_given_up = 0 GROUP BY lane) ORDER BY id
                    """,
                arguments: [now]
            )
        }
    }

    /// Removes a message that has arrived, even if it was given up meanwhile.
    ///
    /// - Returns: Whether the message existed.
    @discardableResult
    package func delivered(_ id: Int64) async throws(StoreError) -> Bool {
        try await write { db in try db.takeFromOutbox(id) }
    }

    /// Records a failed delivery and the time of the next attempt.
    ///
    /// - Returns: Whether the message still waits.
    @discardableResult
    package func deliveryFailed(
        _ id: Int64, error: String, nextAttemptMicroseconds: Int64
    ) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET attempts = attempts + 1, last_error = ?, next_attempt = ?
                    WHERE id = ? AND is_given_up = 0
                    """,
                arguments: [error, nextAttemptMicroseconds, id])
            return db.changesCount > 0
        }
    }

    /// Records a failed delivery that is not tried again. If the message is a registration, its
    /// table becomes refused.
    ///
    /// - Returns: Whether the message was waiting.
    @discardableResult
    package func giveUp(_ id: Int64, error: String, atMicroseconds now: Int64) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET is_given_up = 1, attempts = attempts + 1, last_error = ?, next_attempt = ?
                    WHERE id = ? AND is_given_up = 0
                    """,
                arguments: [error, now, id])
            let wasWaiting = db.changesCount > 0
            if wasWaiting { try db.settleTable(of: id, .refused, reason: error, atMicroseconds: now) }
            try db.trimGivenUp()
            return wasWaiting
        }
    }

    /// Gives up the waiting messages, except registrations, of a lane that no longer has a
    /// receiver. Returns their number.
    package func giveUpLane(_ lane: String, error: String, atMicroseconds now: Int64) async throws(StoreError) -> Int {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET is_given_up = 1, last_error = ?, next_attempt = ?
                    WHERE lane = ? AND is_given_up = 0 AND is_kept = 0
                    """,
                arguments: [error, now, lane])
            let count = db.changesCount
            try db.trimGivenUp()
            return count
        }
    }

    /// Makes a message due at once. A message that was given up returns to its old place in its
    /// lane. If the message is a registration, its table becomes queued.
    ///
    /// - Returns: Whether the message exists.
    package func retry(_ id: Int64, atMicroseconds now: Int64) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE outbox SET is_given_up = 0, attempts = 0, next_attempt = ? WHERE id = ?",
                arguments: [now, id])
            let isThere = db.changesCount > 0
            if isThere { try db.settleTable(of: id, .queued, reason: nil, atMicroseconds: now) }
            return isThere
        }
    }

    /// Removes a message, waiting or given up. If the message is a registration, its table is
    /// dropped.
    ///
    /// - Returns: Whether the message existed.
    package func drop(_ id: Int64, atMicroseconds now: Int64) async throws(StoreError) -> Bool {
        try await write { db in
            let wasThere = try db.takeFromOutbox(id)
            if wasThere { try db.settleTable(of: id, .dropped, reason: nil, atMicroseconds: now) }
            return wasThere
        }
    }

    /// Replaces the body of a message, waiting or given up. Changes nothing else.
    ///
    /// - Returns: Whether the message exists.
    /// - Throws: ``StoreError/tooLargeForOutbox(bytes:limit:)``.
    package func edit(_ id: Int64, body: Data) async throws(StoreError) -> Bool {
        guard body.count <= OutboxStore.outboxBodyBytes else {
            throw .tooLargeForOutbox(bytes: body.count, limit: OutboxStore.outboxBodyBytes)
        }
        return try await write { db in
            try db.cachedStatement(sql: "UPDATE outbox SET body = ? WHERE id = ?").execute(arguments: [body, id])
            return db.changesCount > 0
        }
    }
}

extension Database {
    /// - Returns: Whether the message existed.
    func takeFromOutbox(_ id: Int64) throws -> Bool {
        try cachedStatement(sql: "DELETE FROM outbox WHERE id = ?").execute(arguments: [id])
        return changesCount > 0
    }

    fileprivate func trimGivenUp() throws {
        try execute(
            sql: """
                DELETE FROM outbox WHERE id IN (
                    SELECT id FROM outbox WHERE is_given_up = 1 AND is_kept = 0 ORDER BY id DESC LIMIT -1 OFFSET ?)
                """,
            arguments: [OutboxStore.outboxGivenUp])
    }
}

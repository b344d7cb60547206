import Foundation
import GRDB

/// Messages on their way to somewhere else, kept until they have arrived: what was enqueued is delivered at least once, in the
/// order of its lane, whatever happens to this process.
extension Store {
    /// Most messages that wait, registrations apart. Beyond it the oldest is given up.
    package static let outboxWaiting = 10_000
    /// Most messages that were given up and are kept for people to look at, registrations apart. Beyond it the one with the
    /// lowest id goes.
    package static let outboxGivenUp = 1_000
    /// Longest body, 64 KiB.
    package static let outboxBodyBytes = 65_536

    /// Puts a message at the end of its lane, due at once.
    ///
    /// - Parameter idempotencyKey: Names the message. Only those in the outbox are known: one that was delivered can be enqueued
    ///   again.
    /// - Throws: ``StoreError/tooLargeForOutbox(bytes:limit:)``.
    package func enqueue(
        lane: String, kind: String, idempotencyKey: String, body: Data, atMicroseconds now: Int64
    ) async throws(StoreError) -> OutboxReceipt {
        guard body.count <= Store.outboxBodyBytes else {
            throw .tooLargeForOutbox(bytes: body.count, limit: Store.outboxBodyBytes)
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
            let excess = max(0, waiting - Store.outboxWaiting)
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

    /// The message of a lane that is to be delivered next, due or not; nil where none waits.
    package func nextInOutbox(lane: String) async throws(StoreError) -> OutboxEntry? {
        try await read { db in
            let sql = "SELECT * FROM outbox WHERE is_given_up = 0 AND lane = ? ORDER BY id LIMIT 1"
            return try OutboxEntry.fetchOne(db.cachedStatement(sql: sql), arguments: [lane])
        }
    }

    /// The next message of every lane whose next one is due, in the order of their ids.
    package func dueInOutbox(atMicroseconds now: Int64) async throws(StoreError) -> [OutboxEntry] {
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

    /// Notes that a message has arrived: it leaves the outbox, also where it was given up meanwhile.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    package func delivered(_ id: Int64) async throws(StoreError) -> Bool {
        try await write { db in try db.takeFromOutbox(id) }
    }

    /// Notes that a delivery has failed, and when to try again.
    ///
    /// - Returns: Whether it still waits.
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

    /// Notes that a delivery has failed, and that there will be no other. The table of a registration is refused with it.
    ///
    /// - Returns: Whether it was waiting.
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

    /// Gives up what waits in a lane to which nothing is delivered any more, but for registrations. Returns how many these were.
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

    /// Makes a message due at once: one that waits, or one that was given up, which takes its old place in its lane. The table of
    /// a registration waits with it.
    ///
    /// - Returns: Whether it is there.
    package func retryInOutbox(_ id: Int64, atMicroseconds now: Int64) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE outbox SET is_given_up = 0, attempts = 0, next_attempt = ? WHERE id = ?",
                arguments: [now, id])
            let isThere = db.changesCount > 0
            if isThere { try db.settleTable(of: id, .queued, reason: nil, atMicroseconds: now) }
            return isThere
        }
    }

    /// Removes a message, waiting or given up. The table of a registration is dropped with it.
    ///
    /// - Returns: Whether it was there.
    package func dropFromOutbox(_ id: Int64, atMicroseconds now: Int64) async throws(StoreError) -> Bool {
        try await write { db in
            let wasThere = try db.takeFromOutbox(id)
            if wasThere { try db.settleTable(of: id, .dropped, reason: nil, atMicroseconds: now) }
            return wasThere
        }
    }

    /// Replaces the body of a message, waiting or given up. Nothing else of it changes.
    ///
    /// - Returns: Whether it is there.
    /// - Throws: ``StoreError/tooLargeForOutbox(bytes:limit:)``.
    package func editInOutbox(_ id: Int64, body: Data) async throws(StoreError) -> Bool {
        guard body.count <= Store.outboxBodyBytes else {
            throw .tooLargeForOutbox(bytes: body.count, limit: Store.outboxBodyBytes)
        }
        return try await write { db in
            try db.cachedStatement(sql: "UPDATE outbox SET body = ? WHERE id = ?").execute(arguments: [body, id])
            return db.changesCount > 0
        }
    }
}

extension Database {
    /// - Returns: Whether it was there.
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
            arguments: [Store.outboxGivenUp])
    }
}

import Foundation
import GatewayModel
import GRDB

/// Contents of the outbox.
extension OutboxStore {
    /// Returns a message, waiting or given up.
    package func find(_ id: Int64) async throws(StoreError) -> OutboxEntry? {
        try await read { db in
            try OutboxEntry.fetchOne(db, sql: "SELECT * FROM outbox WHERE id = ?", arguments: [id])
        }
    }

    /// Returns messages in the order of their ids, with their bodies.
    ///
    /// - Parameters:
    ///   - state: Nil = both.
    ///   - lane: Nil = every lane.
    ///   - after: Only messages with a higher id.
    package func list(
        state: OutboxState? = nil, lane: String? = nil, after: Int64 = 0, limit: Int
    ) async throws(StoreError) -> [OutboxEntry] {
        try await read { db in
            try OutboxEntry.fetchAll(
                db,
                sql: """
                    SELECT * FROM outbox WHERE id > :after AND (:state IS NULL OR is_given_up = :state)
                    AND (:lane IS NULL OR lane = :lane) ORDER BY id LIMIT :limit
                    """,
                arguments: [
                    "after": after, "state": state.map { $0 == .givenUp }, "lane": lane, "limit": max(0, limit),
                ]
            )
        }
    }

    /// Returns the number of messages in each lane, ordered by name; only lanes that have messages.
    package func counts() async throws(StoreError) -> [OutboxCounts] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT lane, sum(is_given_up = 0) AS waiting, sum(is_given_up) AS given_up
                    FROM outbox GROUP BY lane ORDER BY lane
                    """
            ).map { row in
                OutboxCounts(
                    lane: try row.decode(forColumn: "lane"), waiting: try row.decode(forColumn: "waiting"),
                    givenUp: try row.decode(forColumn: "given_up"))
            }
        }
    }
}

extension OutboxEntry: FetchableRecord {
    package init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        lane = try row.decode(forColumn: "lane")
        kind = try row.decode(forColumn: "kind")
        idempotencyKey = try row.decode(forColumn: "key")
        body = try row.decode(forColumn: "body")
        createdMicroseconds = try row.decode(forColumn: "created")
        attempts = try row.decode(forColumn: "attempts")
        nextAttemptMicroseconds = try row.decode(forColumn: "next_attempt")
        lastError = try row.decode(forColumn: "last_error")
        state = try row.decode(Bool.self, forColumn: "is_given_up") ? .givenUp : .waiting
    }
}

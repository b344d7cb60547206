import Advertising
import Foundation
import GatewayModel
import GRDB

/// Registrations of tables in the outbox. A registration and its table change together, or neither
/// does.
extension PayfritStore {
    /// Maximum number of registrations in the outbox, waiting and given up. Beyond it, new ones are
    /// refused, because none is dropped automatically.
    package static let registrationLimit = 10_000
    /// Kind of outbox messages that are registrations.
    package static let registrationKind = "registration"

    /// Puts the registration of a table into the outbox, due at once. The same key is registered
    /// only once, even after its delivery.
    ///
    /// - Parameters:
    ///   - key: Identifies the registration: the one delivered last for the table, or one that is
    ///     in the outbox, has the same key.
    ///   - body: At most 64 KiB.
    ///   - states: States in which the table may be; in any other the table is left unchanged.
    ///   - address: The beacon's address, stored with the table.
    /// - Returns: The table afterwards; nil if it does not exist.
    /// - Throws: ``StoreError/tooManyRegistrations(limit:)``,
    ///   ``StoreError/tooLargeForOutbox(bytes:limit:)``; the table is unchanged then.
    package func queueRegistration(
        of id: Int64, from states: Set<TableState>, address: BluetoothAddress, lane: String, key: String,
        body: Data, atMicroseconds now: Int64
    ) async throws(StoreError) -> StoredTable? {
        guard body.count <= OutboxStore.outboxBodyBytes else {
            throw .tooLargeForOutbox(bytes: body.count, limit: OutboxStore.outboxBodyBytes)
        }
        return try await write { db in
            guard var table = try db.table(id) else { return nil }
            guard states.contains(table.state) else { return table }
            table.reason = nil
            table.address = address
            if table.registeredKey == key {
                table.state = .registered
                return try db.keep(table, atMicroseconds: now)
            }
            if let known = try Row.fetchOne(
                db, sql: "SELECT id, is_given_up FROM outbox WHERE key = ?", arguments: [key])
            {
                table.entry = try known.decode(forColumn: "id")
                table.state = try known.decode(Bool.self, forColumn: "is_given_up") ? .refused : .queued
                return try db.keep(table, atMicroseconds: now)
            }
            let kept = try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox WHERE is_kept = 1") ?? 0
            guard kept < PayfritStore.registrationLimit else {
                throw StoreError.tooManyRegistrations(limit: PayfritStore.registrationLimit)
            }
            try db.execute(
                sql: """
                    INSERT INTO outbox (
                        lane, kind, key, body, created, attempts, next_attempt, is_given_up, is_kept)
                    VALUES (:lane, :kind, :key, :body, :now, 0, :now, 0, 1)
                    """,
                arguments: ["lane": lane, "kind": PayfritStore.registrationKind, "key": key, "body": body, "now": now])
            table.entry = db.lastInsertedRowID
            table.state = .queued
            return try db.keep(table, atMicroseconds: now)
        }
    }

    /// Removes a registration that has arrived, and sets its table to registered. Other tables of
    /// the same backend that had this beacon lose it.
    ///
    /// - Returns: Whether the registration existed.
    @discardableResult
    package func registrationDelivered(
        _ id: Int64, beacon: Int?, atMicroseconds now: Int64
    ) async throws(StoreError) -> Bool {
        try await write { db in
            let find = try db.cachedStatement(sql: "SELECT key FROM outbox WHERE id = ?")
            let key = try String.fetchOne(find, arguments: [id])
            let table = try db.table(entry: id)
            let register = try db.cachedStatement(
                sql: """
                    UPDATE payfrit_table SET state = 'registered', reason = NULL, entry = NULL, beacon = ?,
                        registered_key = ?, registered = ?, updated = ?
                    WHERE entry = ?
                    """)
            try register.execute(arguments: [beacon, key, now, now, id])
            if let table { try db.takeBeacon(of: table, atMicroseconds: now) }
            return try db.takeFromOutbox(id)
        }
    }

    /// Returns the table of a registration.
    package func table(entry: Int64) async throws(StoreError) -> StoredTable? {
        try await read { db in try db.table(entry: entry) }
    }

    /// Makes every waiting registration of a lane due now. Their counts of failures stay.
    package func hasten(lane: String, atMicroseconds now: Int64) async throws(StoreError) {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET next_attempt = :now
                    WHERE lane = :lane AND is_given_up = 0 AND is_kept = 1 AND next_attempt > :now
                    """,
                arguments: ["lane": lane, "now": now])
        }
    }

    /// Changes a registration, waiting or given up, and its table's service point and name.
    ///
    /// - Returns: Whether the registration exists.
    /// - Throws: ``StoreError/servicePointTaken(table:)``,
    ///   ``StoreError/tooLargeForOutbox(bytes:limit:)``; nothing is changed then.
    package func editRegistration(
        _ id: Int64, body: Data, name: String, servicePoint: Int, atMicroseconds now: Int64
    ) async throws(StoreError) -> Bool {
        guard body.count <= OutboxStore.outboxBodyBytes else {
            throw .tooLargeForOutbox(bytes: body.count, limit: OutboxStore.outboxBodyBytes)
        }
        return try await write { db in
            if let table = try Int64.fetchOne(
                db,
                sql: """
                    SELECT other.id FROM payfrit_table JOIN payfrit_table AS other
                    ON other.base = payfrit_table.base AND other.business = payfrit_table.business
                        AND other.id <> payfrit_table.id AND other.state <> 'dropped'
                    WHERE payfrit_table.entry = ? AND other.service_point = ?
                    """, arguments: [id, servicePoint])
            {
                throw StoreError.servicePointTaken(table: table)
            }
            try db.execute(
                sql: "UPDATE payfrit_table SET name = ?, service_point = ?, updated = ? WHERE entry = ?",
                arguments: [name, servicePoint, now, id])
            try db.execute(sql: "UPDATE outbox SET body = ? WHERE id = ?", arguments: [body, id])
            return db.changesCount > 0
        }
    }
}

extension Database {
    fileprivate func table(entry: Int64) throws -> StoredTable? {
        let find = try cachedStatement(sql: "SELECT * FROM payfrit_table WHERE entry = ?")
        return try StoredTable.fetchOne(find, arguments: [entry])
    }

    /// Takes the beacon away from other tables. A table whose run is later than this table's is
    /// left alone: the registration that follows from that run settles it.
    fileprivate func takeBeacon(of table: StoredTable, atMicroseconds now: Int64) throws {
        guard let address = table.address else { return }
        let take = try cachedStatement(
            sql: """
                UPDATE payfrit_table SET state = 'planned', reason = ?, address = NULL, run = NULL, beacon = NULL,
                    registered_key = NULL, registered = NULL, updated = ?
                WHERE address = ? AND base = ? AND id <> ?
                    AND (state = 'registered' OR (state IN ('planned', 'provisioned') AND ifnull(run, 0) < ?))
                """)
        try take.execute(arguments: [
            "its beacon was moved to \(table.name)", now, address, table.place.base, table.id,
            table.run ?? 0,
        ])
    }

    /// Updates the table of an outbox message if the message is a registration.
    func settleTable(
        of entry: Int64, _ state: TableState, reason: String?, atMicroseconds now: Int64
    ) throws {
        try execute(
            sql: """
                UPDATE payfrit_table SET state = ?, reason = ?, updated = ?, entry = iif(? = 'dropped', NULL, entry)
                WHERE entry = ?
                """,
            arguments: [state, reason, now, state, entry])
    }
}

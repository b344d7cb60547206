import Advertising
import Foundation
import GatewayModel
import GRDB

/// Registrations of tables in the outbox. An entry and its table change together, or not at all.
extension Store {
    /// Registrations in the outbox, waiting and given up. Beyond it no more are taken: none of them goes by itself.
    package static let registrationLimit = 10_000
    /// The kind of registrations in the outbox.
    package static let registrationKind = "registration"

    /// Puts the registration of a table into the outbox, due at once; once only by its key, also after it was delivered.
    ///
    /// - Parameters:
    ///   - key: Names the registration. What was delivered last for the table, or waits for it, is known by it.
    ///   - body: At most 64 KiB.
    ///   - states: The table is left as it is where its state is none of these.
    ///   - address: The beacon's, which is the table's from then on.
    /// - Returns: The table as it is then; nil where it is not there.
    /// - Throws: ``StoreError/tooManyRegistrations(limit:)``, ``StoreError/tooLargeForOutbox(bytes:limit:)``; then the table is as it
    ///   was.
    package func queueRegistration(
        of id: Int64, from states: Set<TableState>, address: BluetoothAddress, lane: String, key: String,
        body: Data, atMicroseconds now: Int64
    ) async throws(StoreError) -> StoredTable? {
        guard body.count <= Store.outboxBodyBytes else {
            throw .tooLargeForOutbox(bytes: body.count, limit: Store.outboxBodyBytes)
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
            guard kept < Store.registrationLimit else {
                throw StoreError.tooManyRegistrations(limit: Store.registrationLimit)
            }
            try db.execute(
                sql: """
                    INSERT INTO outbox (
                        lane, kind, key, body, created, attempts, next_attempt, is_given_up, is_kept)
                    VALUES (:lane, :kind, :key, :body, :now, 0, :now, 0, 1)
                    """,
                arguments: ["lane": lane, "kind": Store.registrationKind, "key": key, "body": body, "now": now])
            table.entry = db.lastInsertedRowID
            table.state = .queued
            return try db.keep(table, atMicroseconds: now)
        }
    }

    /// Notes that a registration has arrived: it leaves the outbox, and its table is registered. Tables of the same backend that had
    /// the beacon before have none any more.
    ///
    /// - Returns: Whether it was there.
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

    /// The table of a registration.
    package func table(entry: Int64) async throws(StoreError) -> StoredTable? {
        try await read { db in try db.table(entry: entry) }
    }

    /// Makes every registration of a lane due that waits for its next attempt. Their failures stay counted.
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

    /// Changes a registration, waiting or given up, and the place and the name of its table.
    ///
    /// - Returns: Whether it is there.
    /// - Throws: ``StoreError/servicePointTaken(table:)``, ``StoreError/tooLargeForOutbox(bytes:limit:)``; then nothing is changed.
    package func editRegistration(
        _ id: Int64, body: Data, name: String, servicePoint: Int, atMicroseconds now: Int64
    ) async throws(StoreError) -> Bool {
        guard body.count <= Store.outboxBodyBytes else {
            throw .tooLargeForOutbox(bytes: body.count, limit: Store.outboxBodyBytes)
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

    /// What was written to the beacon later than for this table is left to the registration that follows from it.
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

    /// Has the table of a registration follow it, where the entry is one.
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

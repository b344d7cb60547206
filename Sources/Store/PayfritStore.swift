import Advertising
import GRDB
import GatewayModel

/// Tables that get beacons.
/// Tables, registrations and beacons of the Payfrit backend.
package struct PayfritStore: StorePart {
    let database: DatabaseAccess

    /// Number of tables stored. Beyond it, dropped tables are deleted first, then registered ones,
    /// the oldest first; others are never deleted.
    package static let tableLimit = 20_000

    /// Plans a table, or finds the table at this service point that is not dropped.
    ///
    /// A planned or registered table takes over the plan, and returns to `planned` if its identity
    /// changes. A table in any other state is left unchanged.
    ///
    /// - Throws: ``StoreError/tooManyTables(limit:)``.
    package func planTable(
        _ plan: StoredTable.Plan, atMicroseconds now: Int64
    ) async throws(StoreError) -> StoredTable {
        try await write { db in
            if var table = try db.table(at: plan.place) {
                guard [.planned, .registered].contains(table.state) else { return table }
                if table.identity != plan.identity {
                    (table.state, table.address, table.run, table.reason) = (.planned, nil, nil, nil)
                    table.registeredMicroseconds = nil
                }
                (table.name, table.identity) = (plan.name, plan.identity)
                (table.rssiAt1m, table.intervalMs, table.txPower) = (plan.rssiAt1m, plan.intervalMs, plan.txPower)
                table.businessName = plan.businessName ?? table.businessName
                return try db.keep(table, atMicroseconds: now)
            }
            try db.makeRoomForTable()
            try db.execute(
                sql: """
                    INSERT INTO payfrit_table (
                        base, business, service_point, name, uuid, major, minor, rssi_at_1m, interval_ms, tx_power, state,
                        business_name, created, updated)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?, ?)
                    """,
                arguments: [
                    plan.place.base, plan.place.business, plan.place.servicePoint, plan.name, plan.identity.uuid,
                    plan.identity.major, plan.identity.minor, plan.rssiAt1m, plan.intervalMs, plan.txPower,
                    plan.businessName, now, now,
                ])
            guard let table = try db.table(db.lastInsertedRowID) else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
            return table
        }
    }

    package func table(_ id: Int64) async throws(StoreError) -> StoredTable? {
        try await read { db in try db.table(id) }
    }

    /// Returns tables, the oldest first.
    ///
    /// - Parameters:
    ///   - base: Nil = every backend; likewise `business`.
    ///   - states: Nil = every state but `dropped`.
    ///   - after: Only tables with a higher id.
    package func tables(
        base: String? = nil, business: Int? = nil, states: Set<TableState>? = nil, after: Int64 = 0, limit: Int
    ) async throws(StoreError) -> [StoredTable] {
        let words = (states ?? Set(TableState.allCases).subtracting([.dropped])).map(\.rawValue).sorted()
        return try await read { db in
            let marks = databaseQuestionMarks(count: words.count)
            let arguments: StatementArguments = [after, base, base, business, business]
            return try StoredTable.fetchAll(
                db,
                sql: """
                    SELECT * FROM payfrit_table WHERE id > ? AND (? IS NULL OR base = ?)
                    AND (? IS NULL OR business = ?) AND state IN (\(marks)) ORDER BY id LIMIT ?
                    """,
                arguments: arguments + StatementArguments(words) + [max(0, limit)]
            )
        }
    }

    /// Returns the tables whose beacon was written and has this address, the oldest first.
    package func tables(with address: BluetoothAddress) async throws(StoreError) -> [StoredTable] {
        try await read { db in
            try StoredTable.fetchAll(
                db,
                sql: """
                    SELECT * FROM payfrit_table WHERE address = ?
                    AND state IN ('provisioned', 'queued', 'registered', 'refused') ORDER BY id
                    """,
                arguments: [address]
            )
        }
    }

    /// Returns the tables that a run provisions. There may be two if a table was dropped and
    /// planned again.
    package func tables(run: Int64) async throws(StoreError) -> [StoredTable] {
        try await read { db in
            try StoredTable.fetchAll(
                db, sql: "SELECT * FROM payfrit_table WHERE run = ? AND state <> 'dropped' ORDER BY id",
                arguments: [run]
            )
        }
    }

    /// Returns the table to which a beacon with this identity belongs: the newest that is not
    /// dropped.
    package func table(identity: BeaconIdentity, base: String) async throws(StoreError) -> StoredTable? {
        try await read { db in
            try StoredTable.fetchOne(
                db,
                sql: """
                    SELECT * FROM payfrit_table WHERE (uuid, major, minor) = (?, ?, ?) AND base = ?
                    AND state <> 'dropped' ORDER BY id DESC LIMIT 1
                    """,
                arguments: identity.columns + [base]
            )
        }
    }

    /// Reads a table and changes it, in one transaction.
    ///
    /// - Parameter change: Returns whether to write the table.
    /// - Returns: The table afterwards; nil if it does not exist.
    package func changeTable(
        _ id: Int64, atMicroseconds now: Int64, _ change: @escaping @Sendable (inout StoredTable) -> Bool
    ) async throws(StoreError) -> StoredTable? {
        try await write { db in
            guard var table = try db.table(id) else { return nil }
            return change(&table) ? try db.keep(table, atMicroseconds: now) : table
        }
    }

    /// Returns the number of a backend's tables in each state; only states that occur.
    package func tableCounts(base: String) async throws(StoreError) -> [TableState: Int] {
        try await read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT state, count(*) AS number FROM payfrit_table WHERE base = ? GROUP BY state",
                arguments: [base])
            var counts: [TableState: Int] = [:]
            for row in rows {
                let word: String = try row.decode(forColumn: "state")
                guard let state = TableState(rawValue: word) else { continue }
                counts[state] = try row.decode(forColumn: "number")
            }
            return counts
        }
    }
}

extension Database {
    func table(_ id: Int64) throws -> StoredTable? {
        try StoredTable.fetchOne(self, sql: "SELECT * FROM payfrit_table WHERE id = ?", arguments: [id])
    }

    fileprivate func table(at place: StoredTable.Place) throws -> StoredTable? {
        try StoredTable.fetchOne(
            self,
            sql: """
                SELECT * FROM payfrit_table
                WHERE base = ? AND business = ? AND service_point = ? AND state <> 'dropped'
                """,
            arguments: [place.base, place.business, place.servicePoint]
        )
    }

    /// Writes every column that can change.
    func keep(_ table: StoredTable, atMicroseconds now: Int64) throws -> StoredTable {
        var table = table
        table.updatedMicroseconds = now
        try execute(
            sql: """
                UPDATE payfrit_table SET name = ?, uuid = ?, major = ?, minor = ?, rssi_at_1m = ?, interval_ms = ?,
                    tx_power = ?, address = ?, run = ?, runs_before = ?, entry = ?, beacon = ?, registered_key = ?, state = ?, reason = ?,
                    business_name = ?, registered = ?, updated = ?
                WHERE id = ?
                """,
            arguments: [
                table.name, table.identity.uuid, table.identity.major, table.identity.minor, table.rssiAt1m,
                table.intervalMs, table.txPower, table.address, table.run, table.runsBefore,
                table.entry, table.beacon, table.registeredKey, table.state, table.reason,
                table.businessName, table.registeredMicroseconds, now, table.id,
            ])
        return table
    }

    fileprivate func makeRoomForTable() throws {
        let count = try Int.fetchOne(self, sql: "SELECT count(*) FROM payfrit_table") ?? 0
        guard count >= PayfritStore.tableLimit else { return }
        try execute(
            sql: """
                DELETE FROM payfrit_table WHERE id IN (
                    SELECT id FROM payfrit_table WHERE state IN ('dropped', 'registered')
                    ORDER BY state = 'registered', id LIMIT ?)
                """,
            arguments: [count - PayfritStore.tableLimit + 1])
        guard changesCount > count - PayfritStore.tableLimit else {
            throw StoreError.tooManyTables(limit: PayfritStore.tableLimit)
        }
    }
}

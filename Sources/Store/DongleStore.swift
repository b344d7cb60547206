import GRDB

/// A dongle that was connected at least once.
package struct KnownDongle: Sendable, Hashable {
    /// Sixteen lowercase hexadecimal digits.
    package let id: String
    package let alias: String?
    /// Serial port on which it was last connected.
    package let port: String
    package let firmware: String?
    package let isSimulated: Bool
    package let firstSeenMicroseconds: Int64
    package let lastSeenMicroseconds: Int64
    /// Number of outages stored, at most 1,000.
    package let outages: Int
}

/// Dongles, by their ids, and the outages of the gateway.
package struct DongleStore: StorePart {
    let database: DatabaseAccess

    /// Records that a dongle has answered. If `firmware` is nil, the stored firmware remains.
    ///
    /// - Returns: Whether the dongle is new.
    package func saw(
        id: String, port: String, firmware: String?, isSimulated: Bool, microsecondsSince1970: Int64
    ) async throws(StoreError) -> Bool {
        try await write { db in
            let known = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM dongle WHERE id = ?)", arguments: [id])
            try db.execute(
                sql: """
                    INSERT INTO dongle (id, port, firmware, is_simulated, first_seen, last_seen)
                    VALUES (:id, :port, :firmware, :simulated, :at, :at)
                    ON CONFLICT (id) DO UPDATE SET
                        port = excluded.port, firmware = coalesce(excluded.firmware, firmware),
                        is_simulated = excluded.is_simulated, last_seen = excluded.last_seen
                    """,
                arguments: [
                    "id": id, "port": port, "firmware": firmware, "simulated": isSimulated, "at": microsecondsSince1970,
                ])
            return known == false
        }
    }

    /// Returns every known dongle, the most recently seen first.
    package func list() async throws(StoreError) -> [KnownDongle] {
        try await read { db in
            let sql = """
                SELECT *, (SELECT count(*) FROM outage WHERE outage.dongle = dongle.id) AS outages
                FROM dongle ORDER BY last_seen DESC, id
                """
            return try KnownDongle.fetchAll(db, sql: sql)
        }
    }

    /// Sets or removes the alias of a dongle.
    ///
    /// - Returns: Whether the dongle is known.
    /// - Throws: ``StoreError/aliasTaken(owner:)``.
    package func setAlias(_ alias: String?, of id: String) async throws(StoreError) -> Bool {
        try await write { db in
            let known = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM dongle WHERE id = ?)", arguments: [id])
            guard known == true else { return false }
            let owner = "SELECT id FROM dongle WHERE alias = ? AND id <> ?"
            if let owner = try String.fetchOne(db, sql: owner, arguments: [alias, id]) {
                throw StoreError.aliasTaken(owner: owner)
            }
            try db.execute(sql: "UPDATE dongle SET alias = ? WHERE id = ?", arguments: [alias, id])
            return true
        }
    }

    /// Forgets a dongle and its outages. Returns whether it was known.
    package func forget(_ id: String) async throws(StoreError) -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM dongle WHERE id = ?", arguments: [id])
            return db.changesCount > 0
        }
    }
}

extension KnownDongle: FetchableRecord {
    package init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        alias = try row.decode(forColumn: "alias")
        port = try row.decode(forColumn: "port")
        firmware = try row.decode(forColumn: "firmware")
        isSimulated = try row.decode(forColumn: "is_simulated")
        firstSeenMicroseconds = try row.decode(forColumn: "first_seen")
        lastSeenMicroseconds = try row.decode(forColumn: "last_seen")
        outages = try row.decode(forColumn: "outages")
    }
}

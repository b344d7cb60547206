import GRDB

/// A period in which a dongle could not be used.
package struct Outage: Sendable, Hashable {
    package let dongle: String
    package let beganMicroseconds: Int64
    /// Nil while the outage lasts, or if the gateway ended before it.
    package let endedMicroseconds: Int64?
    package let cause: String
}

extension DongleStore {
    private static let outagesKept = 1_000

    /// Records the start of an outage. An outage of this dongle that is still open is left without
    /// an end.
    ///
    /// Does nothing if the dongle is not known, or was forgotten meanwhile.
    package func beginOutage(of id: String, cause: String, microsecondsSince1970: Int64) async throws(StoreError) {
        try await write { db in
            try db.execute(
                sql: "INSERT INTO outage (dongle, began, cause) SELECT id, ?, ? FROM dongle WHERE id = ?",
                arguments: [microsecondsSince1970, cause, id])
            try db.execute(
                sql: """
                    DELETE FROM outage WHERE dongle = :id AND id <= (
                        SELECT id FROM outage WHERE dongle = :id ORDER BY id DESC LIMIT 1 OFFSET :kept)
                    """,
                arguments: ["id": id, "kept": DongleStore.outagesKept])
        }
    }

    /// Records the end of a dongle's newest outage if it is still open.
    package func endOutage(of id: String, microsecondsSince1970: Int64) async throws(StoreError) {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE outage SET ended = ? WHERE ended IS NULL
                    AND id = (SELECT id FROM outage WHERE dongle = ? ORDER BY id DESC LIMIT 1)
                    """,
                arguments: [microsecondsSince1970, id])
        }
    }

    /// Returns the newest outages of a dongle, newest first. At most 1,000 for each dongle are
    /// stored.
    package func outages(of id: String, limit: Int) async throws(StoreError) -> [Outage] {
        try await read { db in
            let sql = "SELECT * FROM outage WHERE dongle = ? ORDER BY id DESC LIMIT ?"
            return try Outage.fetchAll(db, sql: sql, arguments: [id, max(0, limit)])
        }
    }
}

extension Outage: FetchableRecord {
    package init(row: Row) throws {
        dongle = try row.decode(forColumn: "dongle")
        beganMicroseconds = try row.decode(forColumn: "began")
        endedMicroseconds = try row.decode(forColumn: "ended")
        cause = try row.decode(forColumn: "cause")
    }
}

import GRDB

/// Names of service points that are about to be created. After a crash, they show that a service
/// point may exist already and must not be created again.
extension PayfritStore {
    /// Records the name of the service point that is about to be created for the next table; nil
    /// removes the record.
    package func noteServicePointBegun(_ name: String?, base: String, business: Int) async throws(StoreError) {
        try await write { db in
            guard let name else {
                return try db.execute(
                    sql: "DELETE FROM service_point_begun WHERE base = ? AND business = ?", arguments: [base, business])
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO service_point_begun (base, business, name) VALUES (?, ?, ?)",
                arguments: [base, business, name])
        }
    }

    /// Returns the recorded name, whose service point may or may not have become a table.
    package func servicePointBegun(base: String, business: Int) async throws(StoreError) -> String? {
        try await read { db in
            try String.fetchOne(
                db, sql: "SELECT name FROM service_point_begun WHERE base = ? AND business = ?",
                arguments: [base, business])
        }
    }
}

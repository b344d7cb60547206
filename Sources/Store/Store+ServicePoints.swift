import GRDB

/// Service points that are about to be made, so that one that was made when nobody could note it any more is not made again.
extension Store {
    /// Notes the name of the service point that is about to be made for the next table; nil: none is any more.
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

    /// The name that was noted last, and of which it is not known whether it has become a table.
    package func servicePointBegun(base: String, business: Int) async throws(StoreError) -> String? {
        try await read { db in
            try String.fetchOne(
                db, sql: "SELECT name FROM service_point_begun WHERE base = ? AND business = ?",
                arguments: [base, business])
        }
    }
}

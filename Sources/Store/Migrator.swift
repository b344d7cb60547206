import GRDB
import GatewayModel

/// Brings a database to the newest schema in one transaction: whatever ends it early, the database
/// has the old schema or the newest, none in between.
///
/// The applied steps are in the table that GRDB's `DatabaseMigrator` makes, which took one
/// transaction for each step.
struct Migrator: Sendable {
    private var steps: [(name: String, run: @Sendable (Database) throws -> Void)] = []

    /// Names of all steps, oldest first.
    var names: [String] { steps.map(\.name) }

    mutating func registerMigration(_ name: String, _ run: @escaping @Sendable (Database) throws -> Void) {
        steps.append((name, run))
    }

    /// Returns the names of the steps that a database has been through, oldest first.
    func applied(_ db: Database) throws -> [String] {
        guard try db.tableExists("grdb_migrations") else { return [] }
        let found = try Set(String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations"))
        return names.filter(found.contains)
    }

    /// Runs the steps that a database has not been through.
    ///
    /// Must not be called in a transaction.
    func migrate(_ db: Database) throws {
        let applied = try applied(db)
        guard applied != names else { return }
        // A step may replace a table to which others refer. Source:
        // https://www.sqlite.org/lang_altertable.html#otheralter
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        defer {
            // Outside a transaction this cannot fail.
            try? db.execute(sql: "PRAGMA foreign_keys = ON")
        }
        try db.inTransaction(.immediate) {
            try db.execute(sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for step in steps where !applied.contains(step.name) {
                try step.run(db)
                try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [step.name])
            }
            if applied.isEmpty { try db.setVersion(APIVersion.program) }
            try db.checkForeignKeys()
            return .commit
        }
    }
}

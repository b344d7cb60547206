import GRDB

/// The steps that brought the schema to what it is.
///
/// A step that was released is never changed and never removed; a change of the schema is a new step at the end.
enum Migrations {
    static var names: [String] { migrator.migrations }

    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        // Times are microseconds since 1970. An event keeps its dongle's id when the dongle is forgotten.
        migrator.registerMigration("1-dongles-and-events") { db in
            try db.execute(
                sql: """
                    CREATE TABLE dongle (
                        id TEXT NOT NULL PRIMARY KEY,
                        alias TEXT UNIQUE,
                        port TEXT NOT NULL,
                        firmware TEXT,
                        is_simulated INTEGER NOT NULL CHECK (is_simulated IN (0, 1)),
                        first_seen INTEGER NOT NULL,
                        last_seen INTEGER NOT NULL
                    ) STRICT;

                    CREATE TABLE outage (
                        id INTEGER PRIMARY KEY,
                        dongle TEXT NOT NULL REFERENCES dongle (id) ON DELETE CASCADE,
                        began INTEGER NOT NULL,
                        ended INTEGER,
                        cause TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX outage_of_dongle ON outage (dongle);

                    CREATE TABLE event (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        at INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        title TEXT NOT NULL,
                        detail TEXT NOT NULL,
                        dongle TEXT,
                        is_simulated INTEGER NOT NULL CHECK (is_simulated IN (0, 1))
                    ) STRICT;
                    """)
        }
        return migrator
    }()
}

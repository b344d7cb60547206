import GRDB

/// Steps that bring a database to the newest schema.
///
/// A released step is never changed or removed; a change of the schema is a new step at the end.
enum Migrations {
    static var names: [String] { migrator.names }

    static let migrator: Migrator = {
        var migrator = Migrator()
        // Times are microseconds since 1970. An event keeps the id of its dongle when the dongle is
        // forgotten.
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
        migrator.registerMigration("2-beacons") { db in
            try db.execute(sql: regionsAndBeacons)
            try db.execute(sql: outbox)
        }
        migrator.registerMigration("3-provisioning") { db in
            try db.execute(sql: provisioning)
        }
        migrator.registerMigration("4-flockfinder") { db in
            try db.execute(sql: patterns)
            try db.execute(sql: configSync)
            try db.execute(sql: detections)
        }
        migrator.registerMigration("5-confidences") { db in
            try db.execute(sql: confidences)
        }
        migrator.registerMigration("6-payfrit") { db in
            try db.execute(sql: payfrit)
            try db.execute(sql: keptInOutbox)
        }
        migrator.registerMigration("7-service-point-begun") { db in
            try db.execute(sql: servicePointBegun)
        }
        migrator.registerMigration("8-runs-of-tables") { db in
            try db.execute(sql: runsBefore)
        }
        migrator.registerMigration("9-pattern-undo") { db in
            try db.execute(sql: patternUndo)
        }
        migrator.registerMigration("10-registered-when") { db in
            try db.execute(sql: registeredWhen)
        }
        migrator.registerMigration("11-backend-beacons") { db in
            try db.execute(sql: backendBeacons)
        }
        migrator.registerMigration("12-lived-time") { db in
            try db.execute(sql: livedTime)
        }
        migrator.registerMigration("13-event-level") { db in
            try db.execute(sql: "ALTER TABLE event ADD COLUMN level TEXT NOT NULL DEFAULT 'info'")
            try db.execute(sql: "UPDATE event SET level = 'warning' WHERE kind = 'error'")
            try db.execute(sql: "UPDATE event SET level = 'notice' WHERE kind = 'authorization'")
        }
        migrator.registerMigration("14-program") { db in
            try db.execute(sql: program)
        }
        migrator.registerMigration("15-placement") { db in
            try db.execute(sql: placement)
        }
        return migrator
    }()

    private static let placement = """
        CREATE TABLE placement (
            uuid BLOB NOT NULL,
            major INTEGER NOT NULL,
            minor INTEGER NOT NULL,
            average INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (uuid, major, minor)
        ) STRICT, WITHOUT ROWID;
        """

    // A beacon's number is never reused, so history that remains of a forgotten beacon belongs to
    // no other. An interval is a minute since 1970; RSSI is in dBm, its mean in tenths of a dBm;
    // distance is in centimetres.
    private static let regionsAndBeacons = """
        CREATE TABLE region (
            name TEXT NOT NULL PRIMARY KEY,
            uuid BLOB NOT NULL,
            major INTEGER,
            minor INTEGER,
            enter_sightings INTEGER NOT NULL,
            enter_within_ms INTEGER NOT NULL,
            exit_after_ms INTEGER NOT NULL,
            minimum_rssi INTEGER,
            created INTEGER NOT NULL,
            state TEXT CHECK (state IN ('inside', 'outside')),
            state_since INTEGER
        ) STRICT;

        CREATE TABLE beacon (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL,
            major INTEGER NOT NULL,
            minor INTEGER NOT NULL,
            alias TEXT UNIQUE,
            power_at_1m REAL,
            power_spread REAL,
            power_samples INTEGER,
            calibrated INTEGER,
            first_seen INTEGER,
            last_seen INTEGER,
            UNIQUE (uuid, major, minor)
        ) STRICT;
        CREATE INDEX beacon_kept_by_history ON beacon (last_seen) WHERE alias IS NULL AND power_at_1m IS NULL;

        CREATE TABLE history_dongle (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE history (
            minute INTEGER NOT NULL,
            beacon INTEGER NOT NULL,
            dongle INTEGER NOT NULL,
            count INTEGER NOT NULL,
            rssi_minimum INTEGER,
            rssi_mean INTEGER,
            rssi_maximum INTEGER,
            distance INTEGER,
            PRIMARY KEY (minute, beacon, dongle)
        ) STRICT, WITHOUT ROWID;
        """

    private static let outbox = """
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            lane TEXT NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            body BLOB NOT NULL,
            created INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            next_attempt INTEGER NOT NULL,
            last_error TEXT,
            is_given_up INTEGER NOT NULL CHECK (is_given_up IN (0, 1))
        ) STRICT;
        CREATE INDEX outbox_in_order ON outbox (is_given_up, lane, id);
        """

    // Ids of runs and batches are never reused. Addresses are stored as 48-bit numbers. The
    // baseline has its own table because it is large and the run's row is rewritten with each
    // journal line.
    private static let provisioning = """
        CREATE TABLE run_batch (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            created INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE run (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            batch INTEGER NOT NULL REFERENCES run_batch (id),
            address INTEGER NOT NULL,
            address_type TEXT,
            profile TEXT NOT NULL,
            name TEXT NOT NULL,
            uuid BLOB NOT NULL,
            major INTEGER NOT NULL,
            minor INTEGER NOT NULL,
            rssi_at_1m INTEGER NOT NULL,
            interval_ms INTEGER NOT NULL,
            tx_power INTEGER NOT NULL,
            state TEXT NOT NULL,
            step INTEGER NOT NULL,
            save_begun INTEGER NOT NULL CHECK (save_begun IN (0, 1)),
            attempts INTEGER NOT NULL,
            reason_code TEXT,
            reason_message TEXT,
            reason_hint TEXT,
            dongle TEXT,
            is_simulated INTEGER NOT NULL CHECK (is_simulated IN (0, 1)),
            found_uuid BLOB,
            found_major INTEGER,
            found_minor INTEGER,
            seen_address INTEGER,
            seen_rssi INTEGER,
            refused_passwords TEXT NOT NULL,
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            lines INTEGER NOT NULL DEFAULT 0,
            dropped_lines INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX run_of_batch ON run (batch, id);
        CREATE INDEX run_of_address ON run (address, id);
        CREATE INDEX run_of_identity ON run (uuid, major, minor, id);
        CREATE INDEX run_that_saved ON run (address, id) WHERE save_begun;
        CREATE INDEX run_of_state ON run (state, id);

        CREATE TABLE run_baseline (
            run INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
            baseline BLOB NOT NULL
        ) STRICT;

        CREATE TABLE run_line (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            attempt INTEGER NOT NULL,
            phase TEXT NOT NULL,
            kind TEXT NOT NULL,
            step INTEGER,
            detail TEXT NOT NULL,
            bytes BLOB,
            PRIMARY KEY (run, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE run_total (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            dropped INTEGER NOT NULL
        ) STRICT;
        INSERT INTO run_total (id, dropped) VALUES (1, 0);

        CREATE TABLE shard (
            place INTEGER PRIMARY KEY CHECK (place BETWEEN 1 AND 64),
            uuid BLOB NOT NULL UNIQUE
        ) STRICT;
        """
}

extension Migrations {
    // Each service point has at most one row that is not dropped. `base` is the backend's URL,
    // which keeps tables of the development backend apart from those of the production backend.
    // Addresses are stored as 48-bit numbers.
    static let payfrit = """
        CREATE TABLE payfrit_table (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            base TEXT NOT NULL,
            business INTEGER NOT NULL,
            service_point INTEGER NOT NULL,
            name TEXT NOT NULL,
            uuid BLOB NOT NULL,
            major INTEGER NOT NULL,
            minor INTEGER NOT NULL,
            rssi_at_1m INTEGER,
            interval_ms INTEGER,
            tx_power INTEGER,
            address INTEGER,
            run INTEGER,
            entry INTEGER,
            beacon INTEGER,
            registered_key TEXT,
            state TEXT NOT NULL,
            reason TEXT,
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX payfrit_table_of_service_point ON payfrit_table (base, business, service_point)
            WHERE state <> 'dropped';
        CREATE INDEX payfrit_table_of_identity ON payfrit_table (uuid, major, minor);
        CREATE INDEX payfrit_table_of_run ON payfrit_table (run) WHERE run IS NOT NULL;
        CREATE INDEX payfrit_table_of_entry ON payfrit_table (entry) WHERE entry IS NOT NULL;
        CREATE INDEX payfrit_table_of_state ON payfrit_table (state, id);
        """

    // Names of service points that are about to be created, at most one for each business of a
    // backend.
    static let servicePointBegun = """
        CREATE TABLE service_point_begun (
            base TEXT NOT NULL,
            business INTEGER NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (base, business)
        ) STRICT;
        """

    // The highest run id when provisioning of the table began: the table's own run has a higher id,
    // whatever the clock says.
    static let runsBefore = """
        ALTER TABLE payfrit_table ADD COLUMN runs_before INTEGER;
        CREATE INDEX payfrit_table_of_address ON payfrit_table (address) WHERE address IS NOT NULL;
        """

    // For tables that were registered before this migration, the time is unknown.
    static let registeredWhen = """
        ALTER TABLE payfrit_table ADD COLUMN business_name TEXT;
        ALTER TABLE payfrit_table ADD COLUMN registered INTEGER;
        """

    // Active beacons of one backend as last read, and the time of reading.
    static let backendBeacons = """
        CREATE TABLE backend_beacon_list (
            base TEXT NOT NULL PRIMARY KEY,
            read INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE backend_beacon (
            id INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL,
            major INTEGER,
            minor INTEGER,
            address INTEGER,
            name TEXT,
            business INTEGER NOT NULL,
            business_name TEXT
        ) STRICT;
        """

    // Kept messages are never given up to make room. `is_kept` is in the index because its column
    // comes after the body, which may be large.
    static let keptInOutbox = """
        ALTER TABLE outbox ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1));
        DROP INDEX outbox_in_order;
        CREATE INDEX outbox_in_order ON outbox (is_given_up, lane, id, is_kept);
        """
}

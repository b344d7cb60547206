extension Migrations {
    // A device's types, methods and sources are stored as one text each, separated by line feeds,
    // which none of them contains.
    static let detections = """
        CREATE TABLE detection (
            key TEXT NOT NULL PRIMARY KEY,
            name TEXT,
            device_types TEXT NOT NULL,
            methods TEXT NOT NULL,
            confidence INTEGER NOT NULL,
            first_seen INTEGER NOT NULL,
            last_seen INTEGER NOT NULL,
            count INTEGER NOT NULL,
            last_rssi INTEGER,
            best_rssi INTEGER,
            channel INTEGER,
            sources TEXT NOT NULL,
            latitude REAL,
            longitude REAL,
            accuracy REAL,
            is_simulated INTEGER NOT NULL CHECK (is_simulated IN (0, 1))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX detection_by_time ON detection (last_seen);

        CREATE TABLE detection_mute (
            kind TEXT NOT NULL CHECK (kind IN ('tier', 'type', 'address')),
            value TEXT NOT NULL,
            created INTEGER NOT NULL,
            PRIMARY KEY (kind, value)
        ) STRICT, WITHOUT ROWID;
        """

    // Confidences of the types in percent, in the order of the types; empty in rows from before
    // this migration, in which every type has the confidence of the row.
    static let confidences = "ALTER TABLE detection ADD COLUMN confidences TEXT NOT NULL DEFAULT ''"
}

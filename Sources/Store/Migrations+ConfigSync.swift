extension Migrations {
    // A device is named as in orders: `ble:aa:bb:cc:dd:ee:ff`, or `dongle:` and its id. Configs are
    // stored exactly as devices receive and send them. A transfer's row is written before the
    // transfer has any effect; a row without an outcome belongs to a transfer that was cut short.
    // The config that a transfer replaces is stored with it, and restored from there.
    static let configSync = """
        CREATE TABLE config_device (
            device TEXT NOT NULL PRIMARY KEY,
            name TEXT,
            address_type TEXT,
            profile TEXT NOT NULL,
            dialect TEXT NOT NULL,
            version INTEGER NOT NULL,
            base BLOB,
            synced_at INTEGER,
            held BLOB NOT NULL,
            held_at INTEGER NOT NULL,
            saved BLOB,
            saved_at INTEGER,
            is_save_proven INTEGER NOT NULL DEFAULT 0 CHECK (is_save_proven IN (0, 1)),
            is_simulated INTEGER NOT NULL CHECK (is_simulated IN (0, 1))
        ) STRICT;

        CREATE TABLE config_transfer (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL,
            action TEXT NOT NULL,
            phase TEXT NOT NULL,
            wanted BLOB,
            previous BLOB,
            outcome TEXT,
            detail TEXT NOT NULL,
            began_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX config_transfer_of_device ON config_transfer (device, id);
        """
}

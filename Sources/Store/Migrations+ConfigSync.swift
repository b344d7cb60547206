extension Migrations {
    // A device is named as orders name it: `ble:aa:bb:cc:dd:ee:ff`, `dongle:` and its id. Texts are as devices take and tell them.
    // A transfer is begun before its first effect; one without an outcome was cut short. What it was to replace is kept with
    // it, and brought back from there.
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

-- Step 4-flockfinder, as commit f6708a8 has it.
CREATE TABLE mac_patterns (
    id INTEGER PRIMARY KEY,
    prefix TEXT NOT NULL UNIQUE CHECK (prefix <> ''),
    device_type TEXT NOT NULL CHECK (device_type <> ''),
enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
custom INTEGER NOT NULL DEFAULT 0 CHECK (custom IN (0, 1)),
created_at INTEGER NOT NULL,
updated_at INTEGER NOT NULL,
source TEXT,
confidence INTEGER CHECK (confidence BETWEEN 0 AND 100),
description TEXT,
bundle TEXT,
edited INTEGER NOT NULL DEFAULT 0 CHECK (edited IN (0, 1)),
switched INTEGER NOT NULL DEFAULT 0 CHECK (switched IN (0, 1)),
CHECK (custom = (bundle IS NULL))
) STRICT;

CREATE TABLE ssid_patterns (
    id INTEGER PRIMARY KEY,
    pattern TEXT NOT NULL CHECK (pattern <> ''),
    case_sensitive INTEGER NOT NULL DEFAULT 0 CHECK (case_sensitive IN (0, 1)),
    device_type TEXT NOT NULL CHECK (device_type <> ''),
enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
custom INTEGER NOT NULL DEFAULT 0 CHECK (custom IN (0, 1)),
created_at INTEGER NOT NULL,
updated_at INTEGER NOT NULL,
source TEXT,
confidence INTEGER CHECK (confidence BETWEEN 0 AND 100),
description TEXT,
bundle TEXT,
edited INTEGER NOT NULL DEFAULT 0 CHECK (edited IN (0, 1)),
switched INTEGER NOT NULL DEFAULT 0 CHECK (switched IN (0, 1)),
CHECK (custom = (bundle IS NULL)),
    UNIQUE (pattern, case_sensitive)
) STRICT;

CREATE TABLE ble_patterns (
    id INTEGER PRIMARY KEY,
    pattern TEXT NOT NULL CHECK (pattern <> ''),
    pattern_type TEXT NOT NULL CHECK (pattern_type IN ('name', 'uuid', 'manufacturer')),
    device_type TEXT NOT NULL CHECK (device_type <> ''),
enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
custom INTEGER NOT NULL DEFAULT 0 CHECK (custom IN (0, 1)),
created_at INTEGER NOT NULL,
updated_at INTEGER NOT NULL,
source TEXT,
confidence INTEGER CHECK (confidence BETWEEN 0 AND 100),
description TEXT,
bundle TEXT,
edited INTEGER NOT NULL DEFAULT 0 CHECK (edited IN (0, 1)),
switched INTEGER NOT NULL DEFAULT 0 CHECK (switched IN (0, 1)),
CHECK (custom = (bundle IS NULL)),
    UNIQUE (pattern_type, pattern)
) STRICT;

CREATE TABLE removed_pattern (
    kind TEXT NOT NULL,
    pattern TEXT NOT NULL,
    case_sensitive INTEGER NOT NULL,
    PRIMARY KEY (kind, pattern, case_sensitive)
) STRICT, WITHOUT ROWID;

CREATE TABLE pattern_set (
    name TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    loaded_at INTEGER NOT NULL
) STRICT;

CREATE TABLE scan_config (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
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
INSERT INTO grdb_migrations VALUES ('4-flockfinder');

-- Rows of this step's version.
INSERT INTO mac_patterns (prefix, device_type, enabled, custom, created_at, updated_at) VALUES ('b4:1e:52', 'Flock Safety', 1, 1, 1795268242000000, 1795268242000000);
INSERT INTO ssid_patterns (pattern, case_sensitive, device_type, enabled, custom, created_at, updated_at, source, confidence, bundle, switched)
    VALUES ('flock', 0, 'Flock Safety', 0, 0, 1795268242000000, 1795268242000001, 'https://example.org', 60, 'bundled', 1);
INSERT INTO ble_patterns (pattern, pattern_type, device_type, enabled, custom, created_at, updated_at) VALUES ('Penguin', 'name', 'Penguin', 1, 1, 1795268242000000, 1795268242000000);
INSERT INTO removed_pattern VALUES ('ssid', 'fs_', 0);
INSERT INTO pattern_set VALUES ('bundled', 1, 1795268242000000);
INSERT INTO scan_config VALUES ('detection_timeout', '30000', 1795268242000000);
INSERT INTO config_device (device, name, address_type, profile, dialect, version, base, synced_at, held, held_at, is_simulated)
    VALUES ('ble:48:87:2d:22:00:01', 'FlockFinder', 'public', 'flockfinder', 'compact', 1, x'7b7d', 1795268242000000, x'7b7d', 1795268242000000, 0);
INSERT INTO config_transfer (device, action, phase, wanted, previous, outcome, detail, began_at, updated_at)
    VALUES ('ble:48:87:2d:22:00:01', 'push', 'written', x'7b7d', x'7b7d', 'applied', '', 1795268242000000, 1795268244000000);
INSERT INTO detection VALUES ('wifi:b4:1e:52:00:00:01', 'flock-1', 'Flock Safety' || char(10) || 'Camera', 'ssid' || char(10) || 'wifi-mac', 90, 1795268242000000, 1795268302000000, 7, -71, -60, 6,
    'ble:48:87:2d:22:00:01', 47.5, 9.75, 12.0, 0);
INSERT INTO detection_mute VALUES ('tier', 'low', 1795268242000000);

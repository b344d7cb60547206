-- Step 2-beacons, as commit 314bbaa has it.
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
INSERT INTO grdb_migrations VALUES ('2-beacons');

-- Rows of this step's version.
INSERT INTO region VALUES ('hall', x'fda50693a4e24fb1afcfc6eb07647825', 1, NULL, 3, 5000, 30000, -90, 1795268242000000, 'inside', 1795268243000000);
INSERT INTO beacon VALUES (1, x'fda50693a4e24fb1afcfc6eb07647825', 1, 1, 'Table "1", Wörth', -59.5, 2.25, 40, 1795268242000000, 1795268220000000, 1795268280000000);
INSERT INTO beacon VALUES (2, x'fda50693a4e24fb1afcfc6eb07647825', 1, 2, NULL, NULL, NULL, NULL, NULL, 1795268220000000, 1795268280000000);
INSERT INTO history_dongle VALUES (1, 'e0f1a2b3c4d5e6f7');
INSERT INTO history VALUES (29921137, 1, 1, 55, -70, -612, -52, 140), (29921137, 2, 1, 12, NULL, NULL, NULL, NULL), (29921138, 1, 1, 60, -71, -615, -53, 145);
INSERT INTO outbox (lane, kind, key, body, created, attempts, next_attempt, last_error, is_given_up) VALUES
    ('webhook https://till.example/notices', 'regionEnter', 'msg_1', CAST('{"type":"regionEnter"}' AS BLOB), 1795268242000000, 2, 1795268249000000, 'Connection refused', 0),
    ('webhook https://till.example/notices', 'regionExit', 'msg_2', CAST('{"type":"regionExit"}' AS BLOB), 1795268242000000, 9, 1795268242000000, 'HTTP 410', 1);

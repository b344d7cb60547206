-- Step 3-provisioning, as commit c08b399 has it.
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
INSERT INTO grdb_migrations VALUES ('3-provisioning');

-- Rows of this step's version.
INSERT INTO run_batch (created) VALUES (1795268242000000);
INSERT INTO run (batch, address, address_type, profile, name, uuid, major, minor, rssi_at_1m, interval_ms, tx_power, state, step, save_begun,
    attempts, reason_code, reason_message, reason_hint, dongle, is_simulated, found_uuid, found_major, found_minor, seen_address, seen_rssi,
    refused_passwords, created, updated, lines) VALUES
    (1, 79745413873665, 'public', 'cp28', 'Table 1', x'fda50693a4e24fb1afcfc6eb07647825', 1, 1, -59, 500, 4, 'verified', 9, 1,
    1, NULL, NULL, NULL, 'e0f1a2b3c4d5e6f7', 0, x'fda50693a4e24fb1afcfc6eb07647825', 1, 1, 79745413873665, -48, '0', 1795268242000000, 1795268262000000, 2),
    (1, 79745413873666, 'random', 'cp28', 'Table 2', x'fda50693a4e24fb1afcfc6eb07647825', 1, 2, -59, 500, 4, 'written-unverified', 9, 1,
    2, 'not-seen', 'The beacon was not seen.', 'Run `perch provision verify`.', 'e0f1a2b3c4d5e6f7', 0, NULL, NULL, NULL, NULL, NULL, '', 1795268242000000, 1795268272000000, 0);
INSERT INTO run_baseline VALUES (2, x'7b7d');
INSERT INTO run_line VALUES (1, 1, 1795268242000000, 1, 'intent', 'write', 1, 'Writes the password.', x'0a0b'), (1, 2, 1795268242000001, 1, 'outcome', 'write', 1, 'Acknowledged.', NULL);
INSERT INTO shard VALUES (1, x'fda50693a4e24fb1afcfc6eb07647825');

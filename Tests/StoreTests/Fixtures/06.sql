-- Step 6-payfrit, as commit 6d8a86d has it.
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
ALTER TABLE outbox ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1));
DROP INDEX outbox_in_order;
CREATE INDEX outbox_in_order ON outbox (is_given_up, lane, id, is_kept);
INSERT INTO grdb_migrations VALUES ('6-payfrit');

-- Rows of this step's version.
INSERT INTO outbox (lane, kind, key, body, created, attempts, next_attempt, is_given_up, is_kept)
    VALUES ('payfrit https://dev.example/api', 'registration', 'reg_1', CAST('{"table":1}' AS BLOB), 1795268242000000, 0, 1795268242000000, 0, 1);
INSERT INTO payfrit_table (base, business, service_point, name, uuid, major, minor, rssi_at_1m, interval_ms, tx_power, address, run, entry, state, created, updated)
    VALUES ('https://dev.example/api', 3, 1, 'Table 1', x'fda50693a4e24fb1afcfc6eb07647825', 1, 1, -59, 500, 4, 79745413873665, 1, 3, 'queued', 1795268242000000, 1795268263000000);
INSERT INTO payfrit_table (base, business, service_point, name, uuid, major, minor, state, beacon, registered_key, created, updated)
    VALUES ('https://dev.example/api', 3, 2, 'Table 2', x'fda50693a4e24fb1afcfc6eb07647825', 1, 2, 'registered', 88, 'reg_0', 1795268242000000, 1795268242000000);

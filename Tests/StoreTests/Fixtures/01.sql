-- Step 1-dongles-and-events, as commit 875007d has it.
PRAGMA journal_mode = WAL;
PRAGMA application_id = 0x50726368;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);

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
INSERT INTO grdb_migrations VALUES ('1-dongles-and-events');

-- Rows of this step's version.
INSERT INTO dongle VALUES ('e0f1a2b3c4d5e6f7', 'bar', '/dev/ttyACM0', 'Perch 1.0.0', 0, 1795268242000000, 1795268251000000);
INSERT INTO dongle VALUES ('53494d3030303031', NULL, '/dev/pts/1', 'Perch simulated dongle 1.0.0', 1, 1795268242000000, 1795268242000001);
INSERT INTO outage (dongle, began, ended, cause) VALUES ('e0f1a2b3c4d5e6f7', 1795268243000000, 1795268246000000, 'The port was closed.');
INSERT INTO event (at, kind, title, detail, dongle, is_simulated) VALUES
    (1795268242000000, 'info', 'Gateway started', 'perch 0.2.0, process 9550.', NULL, 0),
    (1795268242214365, 'info', 'Dongle first seen', 'Perch 1.0.0 on /dev/ttyACM0.', 'e0f1a2b3c4d5e6f7', 0),
    (1795268243000000, 'error', 'Dongle lost', 'The port was closed.', 'e0f1a2b3c4d5e6f7', 0),
    (1795268247000000, 'authorization', 'Console opened', 'From 127.0.0.1.', NULL, 0);

-- Step 11-backend-beacons, as commit c67ddfb has it.
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
INSERT INTO grdb_migrations VALUES ('11-backend-beacons');

-- Rows of this step's version.
INSERT INTO backend_beacon_list VALUES ('https://dev.example/api', 1795268242000000);
INSERT INTO backend_beacon VALUES (88, x'fda50693a4e24fb1afcfc6eb07647825', 1, 2, 79745413873666, 'Table 2', 3, 'Zum Wörth');

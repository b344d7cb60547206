-- Step 9-pattern-undo, as commit 2f86f6d has it.
CREATE TABLE pattern_undo (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cause TEXT NOT NULL,
    at INTEGER NOT NULL,
    content TEXT NOT NULL,
    rows_after INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO grdb_migrations VALUES ('9-pattern-undo');

-- Rows of this step's version.
INSERT INTO pattern_undo (cause, at, content, rows_after)
    SELECT 'import', 1795268242000000, json_object('mac_patterns', json_array(), 'ssid_patterns', json_array(), 'ble_patterns', json_array(),
        'removed_pattern', json_array(), 'pattern_set', json_array(), 'scan_config', json_array()), 4;

-- Step 5-confidences, as commit 0e91357 has it.
ALTER TABLE detection ADD COLUMN confidences TEXT NOT NULL DEFAULT '';
INSERT INTO grdb_migrations VALUES ('5-confidences');

-- Rows of this step's version.
INSERT INTO detection (key, name, device_types, methods, confidence, first_seen, last_seen, count, sources, is_simulated, confidences)
    VALUES ('ble:48:87:2d:33:00:01', 'Penguin-7', 'Penguin' || char(10) || 'Battery', 'ble-name', 80, 1795268242000000, 1795268242000001, 2, 'e0f1a2b3c4d5e6f7', 0, '80' || char(10) || '35');

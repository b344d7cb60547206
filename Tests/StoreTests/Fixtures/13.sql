-- Step 13-event-level, as commit 608ee93 has it.
ALTER TABLE event ADD COLUMN level TEXT NOT NULL DEFAULT 'info';
UPDATE event SET level = 'warning' WHERE kind = 'error';
UPDATE event SET level = 'notice' WHERE kind = 'authorization';
INSERT INTO grdb_migrations VALUES ('13-event-level');

-- Rows of this step's version.
INSERT INTO event (at, kind, title, detail, is_simulated, lived, level) VALUES (1795268372000000, 'info', 'Database restored', '', 0, 1795268372000000, 'notice');

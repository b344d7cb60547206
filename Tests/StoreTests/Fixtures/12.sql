-- Step 12-lived-time, as commit 323a8fa has it.
CREATE TABLE lived_time (lived INTEGER NOT NULL) STRICT;
INSERT INTO lived_time SELECT min(
    max(
        coalesce((SELECT max(at) FROM event), 0),
        coalesce((SELECT max(minute) FROM history), 0) * 60000000),
    unixepoch() * 1000000);

ALTER TABLE event ADD COLUMN lived INTEGER NOT NULL DEFAULT 0;
UPDATE event SET lived = min(at, (SELECT lived FROM lived_time));

CREATE TABLE history_minute (
    minute INTEGER PRIMARY KEY,
    lived INTEGER NOT NULL
) STRICT;
INSERT INTO history_minute
    WITH RECURSIVE each (minute) AS (
        SELECT min(minute) FROM history
        UNION ALL
        SELECT (SELECT min(minute) FROM history WHERE minute > each.minute) FROM each WHERE minute IS NOT NULL)
    SELECT minute, min(minute * 60000000, (SELECT lived FROM lived_time)) FROM each WHERE minute IS NOT NULL;
CREATE INDEX history_minute_by_age ON history_minute (lived, minute);
INSERT INTO grdb_migrations VALUES ('12-lived-time');

-- Rows of this step's version.
INSERT INTO event (at, kind, title, detail, is_simulated, lived) VALUES (1795268332000000, 'regionEnter', 'Region hall entered', '', 0, 1795268332000000);
UPDATE lived_time SET lived = 1795268332000000;
INSERT INTO history VALUES (29921139, 1, 1, 58, -72, -618, -54, 150);
INSERT INTO history_minute VALUES (29921139, 1795268362000000);

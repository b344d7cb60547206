-- Step 8-runs-of-tables, as commit 37ab156 has it.
ALTER TABLE payfrit_table ADD COLUMN runs_before INTEGER;
CREATE INDEX payfrit_table_of_address ON payfrit_table (address) WHERE address IS NOT NULL;
INSERT INTO grdb_migrations VALUES ('8-runs-of-tables');

-- Rows of this step's version.
UPDATE payfrit_table SET runs_before = 0 WHERE id = 1;

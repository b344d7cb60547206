-- Step 10-registered-when, as commit cd17987 has it.
ALTER TABLE payfrit_table ADD COLUMN business_name TEXT;
ALTER TABLE payfrit_table ADD COLUMN registered INTEGER;
INSERT INTO grdb_migrations VALUES ('10-registered-when');

-- Rows of this step's version.
UPDATE payfrit_table SET business_name = 'Zum Wörth', registered = 1795268282000000 WHERE id = 2;

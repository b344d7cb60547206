-- Step 7-service-point-begun, as commit 6c89ce6 has it.
CREATE TABLE service_point_begun (
    base TEXT NOT NULL,
    business INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (base, business)
) STRICT;
INSERT INTO grdb_migrations VALUES ('7-service-point-begun');

-- Rows of this step's version.
INSERT INTO service_point_begun VALUES ('https://dev.example/api', 3, 'Table 3');

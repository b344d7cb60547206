extension Migrations {
    // The normalised text is unique. `custom` = added by a user; otherwise `bundle` names the set
    // that contains the pattern, `edited` = changed by a user since, `switched` = switched on or
    // off by a user. Patterns of a set that a user removed are remembered, so that a newer list
    // does not add them again. Values in `scan_config` are decimal numbers.
    static let patterns = """
        CREATE TABLE mac_patterns (
            id INTEGER PRIMARY KEY,
            prefix TEXT NOT NULL UNIQUE CHECK (prefix <> ''),
            \(columnsOfEach)
        ) STRICT;

        CREATE TABLE ssid_patterns (
            id INTEGER PRIMARY KEY,
            pattern TEXT NOT NULL CHECK (pattern <> ''),
            case_sensitive INTEGER NOT NULL DEFAULT 0 CHECK (case_sensitive IN (0, 1)),
            \(columnsOfEach),
            UNIQUE (pattern, case_sensitive)
        ) STRICT;

        CREATE TABLE ble_patterns (
            id INTEGER PRIMARY KEY,
            pattern TEXT NOT NULL CHECK (pattern <> ''),
            pattern_type TEXT NOT NULL CHECK (pattern_type IN ('name', 'uuid', 'manufacturer')),
            \(columnsOfEach),
            UNIQUE (pattern_type, pattern)
        ) STRICT;

        CREATE TABLE removed_pattern (
            kind TEXT NOT NULL,
            pattern TEXT NOT NULL,
            case_sensitive INTEGER NOT NULL,
            PRIMARY KEY (kind, pattern, case_sensitive)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pattern_set (
            name TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL,
            loaded_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE scan_config (
            key TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT;
        """

    // `content` is a JSON object with one array for each table above: the table's rows, each an
    // array of its columns.
    static let patternUndo = """
        CREATE TABLE pattern_undo (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            cause TEXT NOT NULL,
            at INTEGER NOT NULL,
            content TEXT NOT NULL,
            rows_after INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        """

    private static let columnsOfEach = """
        device_type TEXT NOT NULL CHECK (device_type <> ''),
        enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
        custom INTEGER NOT NULL DEFAULT 0 CHECK (custom IN (0, 1)),
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        source TEXT,
        confidence INTEGER CHECK (confidence BETWEEN 0 AND 100),
        description TEXT,
        bundle TEXT,
        edited INTEGER NOT NULL DEFAULT 0 CHECK (edited IN (0, 1)),
        switched INTEGER NOT NULL DEFAULT 0 CHECK (switched IN (0, 1)),
        CHECK (custom = (bundle IS NULL))
        """
}

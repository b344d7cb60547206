import GRDBSQLite
import Glibc

/// Reads which migrations a database has been through, without changing a byte of it.
///
/// GRDB cannot open a database this way: it passes no flags, and its usual read-only connection
/// makes a log beside the file and leaves it there.
enum SchemaReader {
    static func migrations(of file: StoreFile) throws(StoreError) -> [String] {
        var log = stat()
        let hasLog = stat(file.location + "-wal", &log) == 0 && log.st_size > 0
        // If a crash left a log, the newest migration may be in the log only. SQLite reads the log
        // in place and does not apply it.
        let name = "file:" + escaped(file.location) + (hasLog ? "?mode=ro" : "?mode=ro&immutable=1")
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        let code = sqlite3_open_v2(name, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
        guard code == SQLITE_OK else { throw error(connection, file) }
        sqlite3_extended_result_codes(connection, 1)
        sqlite3_busy_timeout(connection, 5_000)
        let table = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'grdb_migrations'"
        guard try !strings(table, connection, file).isEmpty else { return [] }
        return try strings("SELECT identifier FROM grdb_migrations", connection, file)
    }

    private static func strings(
        _ sql: String, _ connection: OpaquePointer?, _ file: StoreFile
    ) throws(StoreError) -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
            throw error(connection, file)
        }
        defer { sqlite3_finalize(statement) }
        var found: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: found.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
            case SQLITE_DONE: return found
            default: throw error(connection, file)
            }
        }
    }

    private static func error(_ connection: OpaquePointer?, _ file: StoreFile) -> StoreError {
        StoreError(
            code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)),
            systemErrno: sqlite3_system_errno(connection), path: file.path)
    }

    /// Returns the path with the characters escaped that have a meaning in SQLite's file names.
    private static func escaped(_ path: String) -> String {
        path.map { character in
            switch character {
            case "%": "%25"
            case "?": "%3f"
            case "#": "%23"
            default: String(character)
            }
        }.joined()
    }
}

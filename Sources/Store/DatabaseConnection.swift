import GRDB

/// Opens database connections and sets them up.
enum DatabaseConnection {
    /// Application id in SQLite's header, "Prch": distinguishes a gateway's database from other
    /// programs' databases.
    static let applicationID: Int32 = 0x5072_6368

    /// Seconds to wait for a lock; only other programs that use the file can cause a wait.
    private static let busyTimeout = 5.0

    /// Size to which SQLite truncates the log after a checkpoint: 1,000 pages, at which SQLite
    /// checkpoints by itself.
    private static let logLimitBytes = 4_096_000

    /// Opens a database for writing, and migrates it to the newest schema.
    ///
    /// - Returns: The connection; the path of the copy from before the migration, if one was made;
    ///   and the version of the program that used the database last.
    static func writer(_ file: StoreFile) throws(StoreError) -> (
        queue: DatabaseQueue, copy: String?, lastVersion: String
    ) {
        var configuration = configuration()
        configuration.prepareDatabase { db in
            try db.translatingErrors(path: file.path) {
                let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
                guard mode == "wal" else {
                    throw DatabaseError(message: "This file system does not allow a write-ahead log.")
                }
                try db.execute(sql: "PRAGMA synchronous = FULL")
                _ = try Int.fetchOne(db, sql: "PRAGMA journal_size_limit = \(logLimitBytes)")
                try readOnce(db)
            }
        }
        return try open(path: file.path) {
            let queue = try DatabaseQueue(path: file.location, configuration: configuration)
            let copy = try file.migrate(queue)
            return (queue, copy, try queue.read { try $0.version() })
        }
    }

    /// Opens a database for reading. A connection for writing must be open already.
    static func reader(_ file: StoreFile) throws(StoreError) -> DatabaseQueue {
        var configuration = configuration()
        configuration.readonly = true
        return try open(path: file.path) {
            try DatabaseQueue(path: file.location, configuration: configuration)
        }
    }

    static func inMemory() throws(StoreError) -> DatabaseQueue {
        try open(path: nil) {
            let queue = try DatabaseQueue(configuration: configuration())
            try queue.writeWithoutTransaction { db in
                try markAsStore(db)
                try Migrations.migrator.migrate(db)
            }
            return queue
        }
    }

    /// Turns an existing empty file into a database that contains nothing but this program's
    /// application id.
    static func makeEmpty(at location: String, path: String) throws(StoreError) {
        try open(path: path) {
            let queue = try DatabaseQueue(path: location, configuration: configuration())
            try queue.writeWithoutTransaction { db in
                try db.translatingErrors(path: path) { try markAsStore(db) }
            }
            try queue.close()
        }
    }

    /// Reads a database that no gateway uses, and leaves it without a journal.
    static func look<Value>(at location: String, _ look: (Database) throws -> Value) throws -> Value {
        var configuration = configuration()
        configuration.prepareDatabase { db in try db.translatingErrors(path: location) { try readOnce(db) } }
        let queue = try DatabaseQueue(path: location, configuration: configuration)
        let value = try queue.writeWithoutTransaction { db in
            let value = try look(db)
            _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
            return value
        }
        try queue.close()
        return value
    }

    /// Checks a database that no gateway uses, migrates it to the newest schema, and leaves it
    /// without a journal.
    static func tidy<Value>(_ location: String, _ look: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: location, configuration: configuration())
        let value = try queue.writeWithoutTransaction { db in
            try db.translatingErrors(path: location) { try look(db) }
        }
        try queue.writeWithoutTransaction { db in
            try db.translatingErrors(path: location) { try Migrations.migrator.migrate(db) }
            _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
        }
        try queue.close()
        return value
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        return configuration
    }

    /// The first read, which creates the log's index. GRDB would do this read next, but then the
    /// system's error behind a failure would be lost.
    private static func readOnce(_ db: Database) throws {
        _ = try Row.fetchOne(db, sql: "SELECT * FROM sqlite_master LIMIT 1")
    }

    private static func markAsStore(_ db: Database) throws {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }

    private static func open<Value>(path: String?, _ body: () throws -> Value) throws(StoreError) -> Value {
        do {
            return try body()
        } catch {
            throw StoreError(error, path: path)
        }
    }
}

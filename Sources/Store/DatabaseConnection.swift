import GRDB

/// How connections to a database are set up.
enum DatabaseConnection {
    /// In SQLite's header, so that no other program's database is taken for one of these: "Prch".
    static let applicationID: Int32 = 0x5072_6368

    /// Seconds; only programs that look into the file from outside can make it wait.
    private static let busyTimeout = 5.0

    /// The log is cut back to this after a checkpoint: 1,000 pages, at which SQLite makes one by itself.
    private static let logLimitBytes = 4_096_000

    /// Opens a database for writing, and brings it to the newest schema.
    static func writer(_ file: StoreFile) throws(StoreError) -> DatabaseQueue {
        var configuration = configuration()
        configuration.prepareDatabase { db in
            try db.translatingErrors(path: file.path) {
                let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
                guard mode == "wal" else {
                    throw DatabaseError(message: "This file system does not allow a write-ahead log.")
                }
                try db.execute(sql: "PRAGMA synchronous = FULL")
                _ = try Int.fetchOne(db, sql: "PRAGMA journal_size_limit = \(logLimitBytes)")
                // The first read makes the log's index. GRDB would do it next, and then what is behind a failure is lost.
                _ = try Row.fetchOne(db, sql: "SELECT * FROM sqlite_master LIMIT 1")
            }
        }
        return try open(path: file.path) {
            let queue = try DatabaseQueue(path: file.location, configuration: configuration)
            try migrate(queue, path: file.path)
            return queue
        }
    }

    /// Opens a database for reading. A connection that writes must be open already.
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
            try queue.writeWithoutTransaction(markAsStore)
            try migrate(queue, path: nil)
            return queue
        }
    }

    /// Makes a database with nothing in it but the mark of this program, in a file that is there and empty.
    static func makeEmpty(at location: String, path: String) throws(StoreError) {
        try open(path: path) {
            let queue = try DatabaseQueue(path: location, configuration: configuration())
            try queue.writeWithoutTransaction { db in
                try db.translatingErrors(path: path) { try markAsStore(db) }
            }
            try queue.close()
        }
    }

    /// Looks at a database that is no gateway's, and leaves it without a journal.
    static func look<Value>(at location: String, _ look: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: location, configuration: configuration())
        let value = try queue.writeWithoutTransaction { db in
            let value = try look(db)
            _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
            return value
        }
        try queue.close()
        return value
    }

    /// Brings a database that is no gateway's to the newest schema, looks at it, and leaves it without a journal.
    static func tidy<Value>(_ location: String, _ look: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: location, configuration: configuration())
        let value = try queue.writeWithoutTransaction { db in
            try db.translatingErrors(path: location) { try look(db) }
        }
        try migrate(queue, path: location)
        try queue.writeWithoutTransaction { db in
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

    private static func markAsStore(_ db: Database) throws {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }

    private static func migrate(_ queue: DatabaseQueue, path: String?) throws {
        do {
            try Migrations.migrator.migrate(queue)
        } catch {
            // The migrator takes the queue itself; what is behind the error is asked for afterwards.
            try queue.writeWithoutTransaction { db in
                try db.translatingErrors(path: path) { throw error }
            }
        }
    }

    private static func open<Value>(path: String?, _ body: () throws -> Value) throws(StoreError) -> Value {
        do {
            return try body()
        } catch {
            throw StoreError(error, path: path)
        }
    }
}

import GRDB
import LineFormats

/// The database. Every request is one transaction.
final class Tables: Sendable {
    private let queue: DatabaseQueue
    private let seed: Seed
    let now: @Sendable () -> Timestamp

    /// - Parameter path: Path of the file, which is created and filled if missing; nil = in memory.
    init(path: String?, seed: Seed, now: @escaping @Sendable () -> Timestamp) throws(DevBackendError) {
        self.seed = seed
        self.now = now
        do {
            var configuration = GRDB.Configuration()
            // A previous server may still be closing the file.
            configuration.busyMode = .timeout(5)
            queue =
                try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
                ?? DatabaseQueue(configuration: configuration)
            try queue.writeWithoutTransaction { db in
                // Losing the last changes in a power failure does not matter here.
                if path != nil { _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") }
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
            }
            try queue.write { db in
                if try db.isEmpty {
                    try db.execute(sql: Schema.sql)
                    try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
                    try db.execute(sql: "PRAGMA user_version = \(Schema.version)")
                    try seed.fill(db, now: now())
                } else if try !db.isOwn {
                    throw DevBackendError.foreignDatabase(path: path ?? "")
                }
            }
        } catch let error as DevBackendError {
            throw error
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw .foreignDatabase(path: path ?? "")
        } catch {
            throw .unusableDatabase(
                path: path ?? "memory", reason: (error as? DatabaseError)?.message ?? "it cannot be opened")
        }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await queue.write(body)
    }

    /// Restores the initial state: tokens, faults and counts are deleted, too.
    func reset() async throws {
        try await write { [seed, now] db in
            try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
            for table in Schema.tables { try db.execute(sql: "DELETE FROM \(table)") }
            try db.execute(sql: "DELETE FROM sqlite_sequence")
            try seed.fill(db, now: now())
        }
    }
}

extension Database {
    fileprivate var isEmpty: Bool {
        get throws { try Int.fetchOne(self, sql: "SELECT count(*) FROM sqlite_master") == 0 }
    }

    fileprivate var isOwn: Bool {
        get throws {
            try Int.fetchOne(self, sql: "PRAGMA application_id") == Schema.applicationID
                && Int.fetchOne(self, sql: "PRAGMA user_version") == Schema.version
        }
    }
}

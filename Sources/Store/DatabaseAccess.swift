import GRDB
import GatewayModel
import Synchronization

/// The connections to one database, by which all parts of a store reach it.
final class DatabaseAccess: Sendable {
    /// Nil for a database in memory.
    let path: String?
    let retention: Store.Retention
    let lived: LivedTime
    /// Path of the copy that was made before the database was migrated.
    let copy: String?
    /// Version of the program that used the database last, before it was opened.
    let lastVersion: String
    /// The only connection that writes.
    let writer: DatabaseQueue
    /// Waits for no write.
    private let reader: DatabaseQueue
    /// For work that may take seconds, so that neither events nor their readers wait for it.
    private let inspector: DatabaseQueue
    /// Called when the database refuses all writes.
    private let refusals = Mutex<(@Sendable (StoreError) -> Void)?>(nil)

    private let lock: StoreLock?

    /// - Parameters:
    ///   - file: Nil for a database in memory.
    ///   - lock: The lock of the file.
    init(
        file: StoreFile?, lock: StoreLock?, retention: Store.Retention, lived: LivedTime
    ) throws(StoreError) {
        self.lock = lock
        path = file?.path
        self.retention = retention
        self.lived = lived
        if let file {
            (writer, copy, lastVersion) = try DatabaseConnection.writer(file)
            reader = try DatabaseConnection.reader(file)
            inspector = try DatabaseConnection.reader(file)
        } else {
            (writer, copy, lastVersion) = (try DatabaseConnection.inMemory(), nil, APIVersion.program)
            (reader, inspector) = (writer, writer)
        }
    }

    deinit {
        // If closing fails, the connections close with their last reference, and the kernel
        // releases the lock.
        try? close()
    }

    /// Closes the connections and releases the lock, after waiting for methods under way. Later
    /// calls throw.
    func close() throws(StoreError) {
        do {
            // The writer closes last: the last connection removes the write-ahead log, which a
            // reader could not do.
            try inspector.close()
            try reader.close()
            try writer.close()
        } catch {
            throw StoreError(error, path: path)
        }
        lock?.release()
        // Its owner may hold a part of the store, and so this object.
        refusals.withLock { $0 = nil }
    }

    /// Runs `body` in a transaction that may write.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await access(writer) { db in try db.transaction(.immediate) { try body(db) } }
        } catch {
            if error.refusesEverything { refusals.withLock(\.self)?(error) }
            throw error
        }
    }

    /// Sets a closure that is called whenever the database refuses all writes, for example because
    /// the disk is full.
    func whenRefused(_ body: @escaping @Sendable (StoreError) -> Void) {
        refusals.withLock { $0 = body }
    }

    /// Runs `body` in a transaction that sees a single state of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await access(reader) { db in try db.transaction(.deferred) { try body(db) } }
    }

    /// Runs `body`, which may take long, without a transaction.
    func inspect<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await access(inspector, body)
    }

    /// Runs `body` on the queue of a connection, which runs one closure after another.
    ///
    /// GRDB's async functions would throw if the caller's task is cancelled, and events during a
    /// gateway's shutdown would not be recorded.
    private func access<Value: Sendable>(
        _ queue: DatabaseQueue, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let path = path
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { db in
                do throws(StoreError) {
                    continuation.resume(returning: .success(try db.translatingErrors(path: path) { try body(db) }))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}

extension Database {
    fileprivate func transaction<Value>(_ kind: TransactionKind, _ body: () throws -> Value) throws -> Value {
        var value: Value?
        try inTransaction(kind) {
            value = try body()
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }
}

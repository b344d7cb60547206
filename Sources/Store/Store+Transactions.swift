import GRDB

extension Store {
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
    package func whenRefused(_ body: @escaping @Sendable (StoreError) -> Void) {
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

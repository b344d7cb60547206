import GRDB

/// A part of the store: what it keeps of one subject, such as the event log.
protocol StorePart: Sendable {
    var database: DatabaseAccess { get }
}

extension StorePart {
    var lived: LivedTime { database.lived }
    var retention: Store.Retention { database.retention }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.write(body)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.read(body)
    }
}

import NIOConcurrencyHelpers

/// Runs an operation for a client until the client disconnects.
enum UntilLeft {
    /// Runs `operation`, and cancels it `grace` after the client has closed its side. The delay
    /// lets a quick operation finish for a client that only stopped sending.
    static func run<Value: Sendable>(
        _ connection: ClientConnection?, grace: Duration, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let connection else { return try await operation() }
        let (left, leaving) = AsyncStream.makeStream(of: Void.self)
        let watch = connection.whenGone { leaving.finish() }
        defer { connection.forget(watch) }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                for await _ in left {}
                try await Task.sleep(for: grace)
                return nil
            }
            defer { group.cancelAll() }
            if let first = try await group.next(), let value = first { return value }
            group.cancelAll()
            // The operation may have finished before it was cancelled.
            if let second = try await group.next(), let value = second { return value }
            throw CancellationError()
        }
    }
}

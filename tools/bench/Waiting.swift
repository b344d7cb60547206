import Foundation

/// Runs asynchronous work for a thread that waits for it. Not for threads that run tasks.
enum Waiting {
    static func value<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        Task {
            do { outcome.result = .success(try await work()) } catch { outcome.result = .failure(error) }
            outcome.done.signal()
        }
        outcome.done.wait()
        guard let result = outcome.result else { throw CancellationError() }
        return try result.get()
    }

    /// Written by the task only, and read after it has signalled its end.
    private final class Outcome<Value>: @unchecked Sendable {
        var result: Result<Value, any Error>?
        let done = DispatchSemaphore(value: 0)
    }
}

import Foundation

/// Work that suspends, for a thread that waits for it. Not for one that runs tasks.
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

    /// Written by the task alone, and read after it has signalled its end.
    private final class Outcome<Value>: @unchecked Sendable {
        var result: Result<Value, any Error>?
        let done = DispatchSemaphore(value: 0)
    }
}

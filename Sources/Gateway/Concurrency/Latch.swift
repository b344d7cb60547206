import NIOConcurrencyHelpers

/// Flag that is set once and stays set. Any number of tasks may wait for it.
package final class Latch: Sendable {
    private struct State {
        var isSet = false
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var next: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())

    package init() {}

    package var isSet: Bool { state.withLockedValue(\.isSet) }

    package func set() {
        let waiters = state.withLockedValue { state in
            state.isSet = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Returns when the latch is set, or when the task is cancelled.
    package func wait() async {
        let id = state.withLockedValue { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLockedValue { state in
                    if state.isSet || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLockedValue { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    /// Returns or throws the result of `body`. Once the latch is set, cancels `body` and throws its
    /// cancellation as ``GatewayError/stopping``; a result that it returns all the same is kept.
    func unlessSet<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                await self.wait()
                return nil
            }
            defer { group.cancelAll() }
            do {
                while let outcome = try await group.next() {
                    if let outcome { return outcome }
                    group.cancelAll()
                }
            } catch is CancellationError where isSet && !Task.isCancelled {
                throw GatewayError.stopping
            }
            throw GatewayError.stopping
        }
    }
}

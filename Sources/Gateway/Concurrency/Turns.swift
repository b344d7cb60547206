import NIOConcurrencyHelpers

/// Lets callers through one at a time, in the order of their requests. Holds only those that wait.
final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    func take<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLockedValue { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if goesOn { continuation.resume() }
        }
        defer { pass() }
        return try await body()
    }

    private func pass() {
        let next: CheckedContinuation<Void, Never>? = state.withLockedValue { state in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

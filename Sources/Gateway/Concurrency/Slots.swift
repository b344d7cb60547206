import NIOConcurrencyHelpers

/// Semaphore: lets a fixed number of callers through at a time, in the order of their requests.
final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
        var next: UInt64 = 0
    }

    private let state: NIOLockedValueBox<State>

    init(_ count: Int) {
        state = NIOLockedValueBox(State(free: max(1, count)))
    }

    /// Number of free slots.
    var free: Int { state.withLockedValue(\.free) }

    /// Takes a slot, to be returned with ``leave()``. Returns false if the task was cancelled
    /// first.
    func enter() async -> Bool {
        let id = state.withLockedValue { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Bool? = state.withLockedValue { state in
                    if Task.isCancelled { return false }
                    guard state.free > 0 else {
                        state.waiting.append((id, continuation))
                        return nil
                    }
                    state.free -= 1
                    return true
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let waiter = state.withLockedValue { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
            }
            waiter?.resume(returning: false)
        }
    }

    func leave() {
        let next = state.withLockedValue { state -> CheckedContinuation<Bool, Never>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}

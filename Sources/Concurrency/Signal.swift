import NIOConcurrencyHelpers

/// Wakes one waiter. A wake-up without a waiter is kept for the next one; several kept wake-ups
/// count as one.
public final class Signal: Sendable {
    private struct State {
        var isSet = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = NIOLockedValueBox(State())

    public init() {}

    public func wake() {
        let waiter = state.withLockedValue { state in
            let waiter = state.waiter.take()
            if waiter == nil { state.isSet = true }
            return waiter
        }
        waiter?.resume()
    }

    /// Returns at the next wake-up, or when the task is cancelled. A second waiter ends the wait of
    /// the first.
    public func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let displaced = state.withLockedValue { state in
                    let displaced = state.waiter.take()
                    if state.isSet || Task.isCancelled {
                        state.isSet = false
                        return [displaced, continuation]
                    }
                    state.waiter = continuation
                    return [displaced]
                }
                for waiter in displaced { waiter?.resume() }
            }
        } onCancel: {
            state.withLockedValue { $0.waiter.take() }?.resume()
        }
    }

    /// Waits like ``wait()``, but at most until `sleep` returns. The caller must check what
    /// happened, as this does not tell why it returned.
    public func wait(orUntil sleep: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            group.addTask { await sleep() }
            await group.next()
            group.cancelAll()
        }
    }
}

import NIOConcurrencyHelpers

/// Wakes one waiter. A wake-up that comes before somebody waits is kept; several of them are one.
final class Wake: Sendable {
    private struct State {
        var isSet = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = NIOLockedValueBox(State())

    func call() {
        let waiter = state.withLockedValue { state in
            let waiter = state.waiter.take()
            if waiter == nil { state.isSet = true }
            return waiter
        }
        waiter?.resume()
    }

    /// Returns at the next call, or when the task is cancelled. A second waiter ends the wait of the first.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goOn = state.withLockedValue { state in
                    let displaced = state.waiter.take()
                    if state.isSet || Task.isCancelled {
                        state.isSet = false
                        return [displaced, continuation]
                    }
                    state.waiter = continuation
                    return [displaced]
                }
                for waiter in goOn { waiter?.resume() }
            }
        } onCancel: {
            state.withLockedValue { $0.waiter.take() }?.resume()
        }
    }

    /// As ``wait()``, until that time of the clock at the latest. It does not tell why it returned.
    func wait(until deadline: Duration, _ clock: NotifierClock) async {
        guard clock.now() < deadline else { return }
        _ = await clock.value(within: deadline - clock.now()) { await self.wait() }
    }
}

import Concurrency

extension Signal {
    /// Waits like ``wait()``, but at most until that time of the clock. The caller must check again
    /// afterwards, because the cause of the return is not reported.
    func wait(until deadline: Duration, _ clock: GatewayClock) async {
        guard clock.now() < deadline else { return }
        await wait(orUntil: { await clock.sleep(deadline) })
    }
}

import Concurrency

extension Signal {
    /// Waits like ``wait()``, but at most until that time of the clock. Does not tell the two
    /// apart.
    func wait(until deadline: Duration, _ clock: NotifierClock) async {
        guard clock.now() < deadline else { return }
        await wait(orUntil: { await clock.sleep(deadline) })
    }
}

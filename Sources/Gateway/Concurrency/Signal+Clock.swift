import Concurrency

extension Signal {
    /// As ``wait()``, until that time of the clock at the latest. Look again afterwards: it does not tell why it returned.
    func wait(until deadline: Duration, _ clock: GatewayClock) async {
        guard clock.now() < deadline else { return }
        await wait(orUntil: { await clock.sleep(deadline) })
    }
}

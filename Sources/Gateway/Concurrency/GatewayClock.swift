/// Clock that decisions depend on. It never jumps, even when the time of day does.
struct GatewayClock: Sendable {
    /// Returns the time since some fixed moment.
    let now: @Sendable () -> Duration
    /// Returns at that time of this clock, or when the task is cancelled.
    ///
    /// Takes a moment, not a duration: a caller that starts its sleep late would sleep too long.
    let sleep: @Sendable (_ until: Duration) async -> Void

    /// Returns the system's clock, counted from `origin`.
    static func system(since origin: ContinuousClock.Instant = .now) -> GatewayClock {
        GatewayClock(
            now: { ContinuousClock.now - origin },
            // A cancelled sleep counts as over: the caller checks its state again anyway.
            sleep: { try? await Task.sleep(until: origin + $0, clock: .continuous) })
    }

    /// Returns when `body` does, at the latest after `limit`; `body` is then cancelled.
    func atMost(_ limit: Duration, _ body: @escaping @Sendable () async -> Void) async {
        let deadline = now() + limit
        await withTaskGroup(of: Void.self) { group in
            group.addTask(operation: body)
            group.addTask { await sleep(deadline) }
            await group.next()
            group.cancelAll()
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

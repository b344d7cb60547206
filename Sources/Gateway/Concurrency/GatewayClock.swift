/// Clock that decisions depend on. It never jumps, even when the time of day does.
package struct GatewayClock: Sendable {
    /// Returns the time since some fixed moment.
    package let now: @Sendable () -> Duration
    /// Returns at that time of this clock, or when the task is cancelled.
    ///
    /// Takes a moment, not a duration: a caller that starts its sleep late would sleep too long.
    package let sleep: @Sendable (_ until: Duration) async -> Void

    package init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ until: Duration) async -> Void)
    {
        (self.now, self.sleep) = (now, sleep)
    }

    /// Returns the system's clock, counted from `origin`.
    package static func system(since origin: ContinuousClock.Instant = .now) -> GatewayClock {
        GatewayClock(
            now: { ContinuousClock.now - origin },
            // A cancelled sleep counts as over: the caller checks its state again anyway.
            sleep: { try? await Task.sleep(until: origin + $0, clock: .continuous) })
    }

    /// Returns when `body` does, at the latest after `limit`; `body` is then cancelled.
    package func atMost(_ limit: Duration, _ body: @escaping @Sendable () async -> Void) async {
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

/// The time that decisions depend on. It never jumps, whatever happens to the time of day.
struct GatewayClock: Sendable {
    /// Time since some fixed moment.
    let now: @Sendable () -> Duration
    /// Returns at that time of this clock, or when the task is cancelled.
    ///
    /// A time and not a length: whoever decides to sleep may come to it later, and would sleep too long.
    let sleep: @Sendable (_ until: Duration) async -> Void

    /// The system's, counted from `origin`.
    static func system(since origin: ContinuousClock.Instant = .now) -> GatewayClock {
        GatewayClock(
            now: { ContinuousClock.now - origin },
            // Cancelled is as good as over: who sleeps looks at the state again anyway.
            sleep: { try? await Task.sleep(until: origin + $0, clock: .continuous) })
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

/// The time that decisions depend on. It never jumps, whatever happens to the time of day.
struct GatewayClock: Sendable {
    /// Time since some fixed moment.
    let now: @Sendable () -> Duration
    /// Returns after so long, or when the task is cancelled.
    let sleep: @Sendable (Duration) async -> Void

    /// The system's, from now on.
    static func system() -> GatewayClock {
        let origin = ContinuousClock.now
        return GatewayClock(
            now: { ContinuousClock.now - origin },
            // Cancelled is as good as over: who sleeps looks at the state again anyway.
            sleep: { try? await Task.sleep(for: $0) })
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

import LineFormats

/// Clocks on which deliveries depend; replaceable in tests.
package struct NotifierClock: Sendable {
    /// Time since a fixed moment. It never jumps.
    package var now: @Sendable () -> Duration
    /// Returns at that time of ``now``, or when the task is cancelled.
    package var sleep: @Sendable (_ until: Duration) async -> Void
    /// Time of day, in microseconds since 1970. It may jump.
    package var wall: @Sendable () -> Int64

    package init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ until: Duration) async -> Void,
        wall: @escaping @Sendable () -> Int64
    ) {
        self.now = now
        self.sleep = sleep
        self.wall = wall
    }

    /// The clocks of the system.
    package static func system() -> NotifierClock {
        let origin = ContinuousClock.now
        return NotifierClock(
            now: { ContinuousClock.now - origin },
            // Cancellation may end the sleep early: the sleeper checks its state anyway.
            sleep: { try? await Task.sleep(until: origin + $0, clock: .continuous) },
            wall: { Timestamp.now.microsecondsSince1970 })
    }

    /// Returns the result of `body`, or nil if it takes longer than `limit`: `body` is then
    /// cancelled and awaited.
    func value<Value: Sendable>(
        within limit: Duration, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let deadline = now() + limit
        return await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                await sleep(deadline)
                return nil
            }
            // The first result counts; a value that arrives as the time ends may be lost.
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}

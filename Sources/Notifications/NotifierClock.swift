import JSONLines

/// The times that deliveries depend on.
package struct NotifierClock: Sendable {
    /// Time since some fixed moment. It never jumps.
    package var now: @Sendable () -> Duration
    /// Returns at that time of ``now``, or when the task is cancelled.
    package var sleep: @Sendable (_ until: Duration) async -> Void
    /// The time of day, microseconds since 1970. It may jump.
    package var wall: @Sendable () -> Int64

    package init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ until: Duration) async -> Void,
        wall: @escaping @Sendable () -> Int64
    ) {
        self.now = now
        self.sleep = sleep
        self.wall = wall
    }

    /// The system's.
    package static func system() -> NotifierClock {
        let origin = ContinuousClock.now
        return NotifierClock(
            now: { ContinuousClock.now - origin },
            // Cancelled is as good as over: who sleeps looks at the state again anyway.
            sleep: { try? await Task.sleep(until: origin + $0, clock: .continuous) },
            wall: { Timestamp.now.microsecondsSince1970 })
    }

    /// What `body` returns, or nil where it had not returned by then: then it is cancelled, and its end waited for.
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
            // Whichever comes first; a value that comes in the same moment as the end of the time is cut short.
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}

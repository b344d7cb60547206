import LineFormats

/// Time and randomness on which requests depend; replaceable in tests.
package struct RequestClock: Sendable {
    /// Returns after that time; throws if the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    /// Random number, 0..<1.
    package var chance: @Sendable () -> Double
    /// Time of day, to compare with the server's.
    package var timeOfDay: @Sendable () -> Timestamp

    package init(
        sleep: @escaping @Sendable (Duration) async throws -> Void, chance: @escaping @Sendable () -> Double,
        timeOfDay: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.sleep = sleep
        self.chance = chance
        self.timeOfDay = timeOfDay
    }

    /// Clock and random numbers of the system.
    package static let real = RequestClock(
        sleep: { try await Task.sleep(for: $0) }, chance: { Double.random(in: 0..<1) })
}

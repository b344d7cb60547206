import JSONLines

/// The time and the chance that requests depend on.
package struct PayfritClock: Sendable {
    /// Returns after that time; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    /// 0..<1.
    package var chance: @Sendable () -> Double
    /// The time of day, with which the server's is compared.
    package var timeOfDay: @Sendable () -> Timestamp

    package init(
        sleep: @escaping @Sendable (Duration) async throws -> Void, chance: @escaping @Sendable () -> Double,
        timeOfDay: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.sleep = sleep
        self.chance = chance
        self.timeOfDay = timeOfDay
    }

    /// The system's.
    package static let real = PayfritClock(
        sleep: { try await Task.sleep(for: $0) }, chance: { Double.random(in: 0..<1) })
}

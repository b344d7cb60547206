import JSONLines

/// The time and the chance that requests depend on.
public struct PayfritClock: Sendable {
    /// Returns after that time; throws when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// 0..<1.
    public var chance: @Sendable () -> Double
    /// The time of day, with which the server's is compared.
    public var timeOfDay: @Sendable () -> Timestamp

    public init(
        sleep: @escaping @Sendable (Duration) async throws -> Void, chance: @escaping @Sendable () -> Double,
        timeOfDay: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.sleep = sleep
        self.chance = chance
        self.timeOfDay = timeOfDay
    }

    /// The system's.
    public static let real = PayfritClock(
        sleep: { try await Task.sleep(for: $0) }, chance: { Double.random(in: 0..<1) })
}

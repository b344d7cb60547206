/// Counts of the server for tests.
package struct BackendState: Codable, Sendable, Hashable {
    package var businesses = 0
    package var servicePoints = 0
    package var beacons = 0
    package var activeBeacons = 0
    package var tokens = 0
    /// Number of faults that still wait.
    package var faults = 0
    /// Requests received, by path.
    package var requests: [String: Int] = [:]
    /// Registrations that created or changed a beacon, by identity: `UUID/major/minor`.
    package var registrations: [String: Int] = [:]
    /// Registrations that created or changed a beacon, by MAC address.
    package var hardware: [String: Int] = [:]
    /// Registrations that changed nothing, by identity.
    package var repetitions: [String: Int] = [:]
    /// Requests that got the same answer as the first one with their `Idempotency-Key`, by path.
    package var replays: [String: Int] = [:]
    /// Sightings accepted, by identity.
    package var verifies: [String: Int] = [:]
    /// Saves of beacons, by ID.
    package var saves: [String: Int] = [:]

    enum CodingKeys: String, CodingKey {
        case businesses
        case servicePoints = "service_points"
        case beacons
        case activeBeacons = "active_beacons"
        case tokens, faults, requests, registrations, hardware, repetitions, replays, verifies, saves
    }

    package init() {}
}

/// What tests count on the server.
package struct BackendState: Codable, Sendable, Hashable {
    package var businesses = 0
    package var servicePoints = 0
    package var beacons = 0
    package var activeBeacons = 0
    package var tokens = 0
    /// Faults that still wait.
    package var faults = 0
    /// Requests that came in, by path.
    package var requests: [String: Int] = [:]
    /// Registrations that made or changed a beacon, by identity: `UUID/major/minor`.
    package var registrations: [String: Int] = [:]
    /// The same, by MAC address.
    package var hardware: [String: Int] = [:]
    /// Registrations that found everything as it was, by identity.
    package var repetitions: [String: Int] = [:]
    /// Requests that were answered as the first one with the same `Idempotency-Key`, by path.
    package var replays: [String: Int] = [:]
    /// Sightings that were taken, by identity.
    package var verifies: [String: Int] = [:]
    /// Beacons that were saved, by their ID.
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

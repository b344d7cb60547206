/// What tests count on the server.
public struct BackendState: Codable, Sendable, Hashable {
    public var businesses = 0
    public var servicePoints = 0
    public var beacons = 0
    public var activeBeacons = 0
    public var tokens = 0
    /// Faults that still wait.
    public var faults = 0
    /// Requests that came in, by path.
    public var requests: [String: Int] = [:]
    /// Registrations that made or changed a beacon, by identity: `UUID/major/minor`.
    public var registrations: [String: Int] = [:]
    /// The same, by MAC address.
    public var hardware: [String: Int] = [:]
    /// Registrations that found everything as it was, by identity.
    public var repetitions: [String: Int] = [:]
    /// Requests that were answered as the first one with the same `Idempotency-Key`, by path.
    public var replays: [String: Int] = [:]
    /// Sightings that were taken, by identity.
    public var verifies: [String: Int] = [:]
    /// Beacons that were saved, by their ID.
    public var saves: [String: Int] = [:]

    enum CodingKeys: String, CodingKey {
        case businesses
        case servicePoints = "service_points"
        case beacons
        case activeBeacons = "active_beacons"
        case tokens, faults, requests, registrations, hardware, repetitions, replays, verifies, saves
    }

    public init() {}
}

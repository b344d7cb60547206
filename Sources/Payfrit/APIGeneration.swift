/// Set of endpoints that a backend offers.
package enum APIGeneration: String, Sendable, CaseIterable {
    /// The eighteen endpoints that end in `.php`: login by a one-time password, service points,
    /// beacon sharding.
    case php
    /// The ten older endpoints that end in `.cfm`: login by a password, beacons created and changed
    /// one by one.
    case cfm
}

/// Which set of endpoints a backend speaks.
package enum APIGeneration: String, Sendable, CaseIterable {
    /// The eighteen endpoints that end in `.php`: login by a one-time password, service points, beacon sharding.
    case php
    /// The ten older ones that end in `.cfm`: login by a password, beacons made and changed one by one.
    case cfm
}

import Advertising
import BeaconTracking

/// What a reader of ranging wants to see.
package struct RangingQuery: Sendable, Hashable {
    /// Only this region's beacons, while it is inside.
    package var region: String?
    package var uuid: ProximityUUID?
    package var major: UInt16?
    package var minor: UInt16?
    /// Whether it wants the ticks; else only the changes of regions.
    package var wantsTicks = true

    /// Everything.
    package init() {}

    /// Whether a beacon is one of those that are wanted, as far as the query itself can tell.
    func includes(_ identity: BeaconIdentity) -> Bool {
        (uuid ?? identity.uuid) == identity.uuid && (major ?? identity.major) == identity.major
            && (minor ?? identity.minor) == identity.minor
    }
}

import Advertising
import BeaconTracking

/// Conditions for the ranging that a reader wants to see.
package struct RangingQuery: Sendable, Hashable {
    /// Region whose beacons the reader wants, while its state is inside.
    package var region: String?
    package var uuid: ProximityUUID?
    package var major: UInt16?
    package var minor: UInt16?
    /// Whether the reader wants ticks; otherwise it gets only the changes of regions.
    package var wantsTicks = true

    /// Creates a query for everything.
    package init() {}

    /// Returns whether a beacon matches UUID, major and minor of the query.
    func includes(_ identity: BeaconIdentity) -> Bool {
        (uuid ?? identity.uuid) == identity.uuid && (major ?? identity.major) == identity.major
            && (minor ?? identity.minor) == identity.minor
    }
}

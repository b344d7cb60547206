import Advertising
import BeaconTracking

/// What a reader of ranging wants to see.
public struct RangingQuery: Sendable, Hashable {
    /// Only this region's beacons, while it is inside.
    public var region: String?
    public var uuid: ProximityUUID?
    public var major: UInt16?
    public var minor: UInt16?
    /// Whether it wants the ticks; else only the changes of regions.
    public var wantsTicks = true

    /// Everything.
    public init() {}

    /// Whether a beacon is one of those that are wanted, as far as the query itself can tell.
    func includes(_ identity: BeaconIdentity) -> Bool {
        (uuid ?? identity.uuid) == identity.uuid && (major ?? identity.major) == identity.major
            && (minor ?? identity.minor) == identity.minor
    }
}

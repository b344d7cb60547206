import Advertising

/// Keeps what is known of every beacon on the air. Pure: time is an argument, counted from any fixed moment; it never runs
/// backwards.
public struct BeaconTracker: Sendable {
    /// How a tracker judges, and what bounds it.
    public struct Configuration: Sendable, Hashable {
        /// Whether units that share an identity are told apart by their address. One with ten addresses or more rotates
        /// them, and is one unit again.
        public var tellsAddressesApart = false
        /// Most beacons kept. Beyond it those that were heard least and longest ago go.
        public var capacity = 20_000
        /// What the running average reaches back over.
        public var window = Duration.seconds(20)
        /// A ranging tick lists what was heard within this.
        public var listedFor = Duration.seconds(10)
        /// A beacon that was not heard for so long is forgotten.
        public var forgottenAfter = Duration.seconds(180)
        public var distance = DistanceModel.altBeacon

        public init() {}
    }

    /// What became of a sighting.
    public enum Outcome: Sendable, Hashable {
        /// It counts. `isProven`: heard at least three times over at least a second, so that it is no flood's.
        case tracked(isProven: Bool)
        /// The address sends ten identities or more.
        case floodOfAddress
        /// Of this UUID, fifty nameless beacons are not yet proven.
        case floodOfUUID
    }

    /// Since the tracker was made.
    public struct Counts: Sendable, Hashable {
        public var sightings: UInt64 = 0
        public var floodOfAddress: UInt64 = 0
        public var floodOfUUID: UInt64 = 0
        /// Beacons that went for want of room.
        public var evicted: UInt64 = 0
        /// Beacons that were not heard any more.
        public var forgotten: UInt64 = 0

        public init() {}
    }

    public let configuration: Configuration
    public private(set) var counts = Counts()

    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// Beacons kept.
    public var count: Int { 0 }

    /// Whose beacons somebody waits for: never taken for a flood.
    public mutating func expect(_ uuids: Set<ProximityUUID>) {
    }

    /// Judges a beacon's distance by what was measured of it; nil = by what it says.
    public mutating func calibrate(_ identity: BeaconIdentity, _ calibration: BeaconCalibration?) {
    }

    /// Takes one sighting.
    @discardableResult
    public mutating func hear(_ sighting: BeaconSighting, at now: Duration) -> Outcome {
        .tracked(isProven: false)
    }

    /// Forgets what was not heard for long, and ends a tick: ``RangedBeacon/rssiDBm`` begins anew for every beacon.
    ///
    /// - Returns: One entry an identity, nearest first, as CoreLocation sorts: by proximity, then by accuracy, undetermined last.
    public mutating func tick(at now: Duration) -> [RangedBeacon] {
        []
    }

    /// How one beacon stands, without ending a tick.
    public func beacon(_ identity: BeaconIdentity, at now: Duration) -> RangedBeacon? {
        nil
    }
}

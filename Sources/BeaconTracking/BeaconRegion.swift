import Advertising

/// Beacons whose coming and going is monitored together.
public struct BeaconRegion: Sendable, Hashable {
    /// Names it.
    public var name: String
    public var uuid: ProximityUUID
    /// Nil = any.
    public var major: UInt16?
    /// Nil = any. Only with ``major``.
    public var minor: UInt16?
    /// Entered after so many sightings within ``enterWithin``, 1...1000.
    public var enterSightings = 1
    public var enterWithin = Duration.seconds(10)
    /// Left so long after the last sighting of any of its beacons, 1...86,400 s.
    public var exitAfter = Duration.seconds(30)
    /// Weaker sightings do not count; nil = all do.
    public var minimumRSSI: Int8?

    public init(name: String, uuid: ProximityUUID, major: UInt16? = nil, minor: UInt16? = nil) {
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    public func contains(_ identity: BeaconIdentity) -> Bool {
        identity.uuid == uuid && (major ?? identity.major) == identity.major
            && (minor ?? identity.minor) == identity.minor
    }

    /// Whether every beacon of the other is one of this.
    public func covers(_ other: BeaconRegion) -> Bool {
        other.uuid == uuid && (major == nil || major == other.major) && (minor == nil || minor == other.minor)
    }
}

/// Whether any beacon of a region is here.
public enum RegionState: String, Codable, Sendable, Hashable, CaseIterable {
    case inside, outside
    /// Nothing was heard long enough to tell, or no dongle listens.
    case unknown
}

/// A region's change of state.
public struct RegionTransition: Sendable, Hashable {
    /// What the change means.
    public enum Meaning: String, Sendable, Hashable, CaseIterable {
        /// It was outside, or never determined.
        case enter
        /// It was inside.
        case exit
        /// The state was determined, and is what it was when it was last known; or outside, for the first time.
        case determined
        /// No dongle listens any more.
        case lost
    }

    public var region: String
    public var from: RegionState
    public var to: RegionState
    public var meaning: Meaning
    public var at: Duration
    /// Why, in words: "no sighting of any of 3 beacons for 30.0 s; last −91 dBm".
    public var reason: String
    /// The beacon that decided; nil but where the region is inside now.
    public var beacon: BeaconIdentity?
    /// Of the sighting that decided; of the last one for ``Meaning/exit``. Nil = there is none, or it had none.
    public var rssiDBm: Int8?

    public init(
        region: String, from: RegionState, to: RegionState, meaning: Meaning, at: Duration, reason: String,
        beacon: BeaconIdentity? = nil, rssiDBm: Int8? = nil
    ) {
        self.region = region
        self.from = from
        self.to = to
        self.meaning = meaning
        self.at = at
        self.reason = reason
        self.beacon = beacon
        self.rssiDBm = rssiDBm
    }
}

/// How a region stands.
public struct RegionStatus: Sendable, Hashable {
    public var region: BeaconRegion
    public var state: RegionState
    /// When it last changed its state.
    public var since: Duration
    /// What it was when it was last known, now or before; nil = never. Never unknown.
    public var lastDetermined: RegionState?
    /// Beacons of it heard since it was entered, or within ``BeaconRegion/exitAfter``; at most 256 are counted.
    public var beacons: Int
    public var lastSighting: Duration?
    public var lastRSSI: Int8?

    public init(
        region: BeaconRegion, state: RegionState, since: Duration, lastDetermined: RegionState?, beacons: Int,
        lastSighting: Duration?, lastRSSI: Int8?
    ) {
        self.region = region
        self.state = state
        self.since = since
        self.lastDetermined = lastDetermined
        self.beacons = beacons
        self.lastSighting = lastSighting
        self.lastRSSI = lastRSSI
    }
}

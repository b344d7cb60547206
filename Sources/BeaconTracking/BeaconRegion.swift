import Advertising

/// Beacons whose coming and going is monitored together.
package struct BeaconRegion: Sendable, Hashable {
    /// Names it.
    package var name: String
    package var uuid: ProximityUUID
    /// Nil = any.
    package var major: UInt16?
    /// Nil = any. Only with ``major``.
    package var minor: UInt16?
    /// Entered after so many sightings within ``enterWithin``, 1...1000.
    package var enterSightings = 1
    package var enterWithin = Duration.seconds(10)
    /// Left so long after the last sighting of any of its beacons, 1...86,400 s.
    package var exitAfter = Duration.seconds(30)
    /// Weaker sightings do not count; nil = all do.
    package var minimumRSSI: Int8?

    package init(name: String, uuid: ProximityUUID, major: UInt16? = nil, minor: UInt16? = nil) {
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    package func contains(_ identity: BeaconIdentity) -> Bool {
        identity.uuid == uuid && (major ?? identity.major) == identity.major
            && (minor ?? identity.minor) == identity.minor
    }

    /// Whether every beacon of the other is one of this.
    package func covers(_ other: BeaconRegion) -> Bool {
        other.uuid == uuid && (major == nil || major == other.major) && (minor == nil || minor == other.minor)
    }
}

/// Whether any beacon of a region is here.
package enum RegionState: String, Codable, Sendable, Hashable, CaseIterable {
    case inside, outside
    /// Nothing was heard long enough to tell, or no dongle listens.
    case unknown
}

/// A region's change of state.
package struct RegionTransition: Sendable, Hashable {
    /// What the change means.
    package enum Meaning: String, Sendable, Hashable, CaseIterable {
        /// It was outside, or never determined.
        case enter
        /// It was inside.
        case exit
        /// The state was determined, and is what it was when it was last known; or outside, for the first time.
        case determined
        /// No dongle listens any more.
        case lost
    }

    package var region: String
    package var from: RegionState
    package var to: RegionState
    package var meaning: Meaning
    package var at: Duration
    /// Why, in words: "no sighting of any of 3 beacons for 30.0 s; last −91 dBm".
    package var reason: String
    /// The beacon that decided; nil but where the region is inside now.
    package var beacon: BeaconIdentity?
    /// Of the sighting that decided; of the last one for ``Meaning/exit``. Nil = there is none, or it had none.
    package var rssiDBm: Int8?

    package init(
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
package struct RegionStatus: Sendable, Hashable {
    package var region: BeaconRegion
    package var state: RegionState
    /// When it last changed its state.
    package var since: Duration
    /// What it was when it was last known, now or before; nil = never. Never unknown.
    package var lastDetermined: RegionState?
    /// Beacons of it heard since it was entered, or within ``BeaconRegion/exitAfter``; at most 256 are counted.
    package var beacons: Int
    package var lastSighting: Duration?
    package var lastRSSI: Int8?

    package init(
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

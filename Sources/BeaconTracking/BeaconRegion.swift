import Advertising

/// A group of beacons, monitored together.
package struct BeaconRegion: Sendable, Hashable {
    /// Unique name of the region.
    package var name: String
    package var uuid: ProximityUUID
    /// Nil = any.
    package var major: UInt16?
    /// Nil = any. Only with ``major``.
    package var minor: UInt16?
    /// Number of sightings within ``enterWithin`` after which the region is entered, 1...1000.
    package var enterSightings = 1
    package var enterWithin = Duration.seconds(10)
    /// Time after the last sighting of any of its beacons at which the region is left, 1...86,400
    /// s.
    package var exitAfter = Duration.seconds(30)
    /// Minimum signal in dBm; weaker sightings do not count. Nil = all count. A region that is
    /// inside, or was when last known, is kept by signals down to ``keptBelowDB`` less.
    package var minimumRSSI: Int8?

    /// A beacon at rest whose signal is about the minimum would otherwise leave and enter again and
    /// again.
    package static let keptBelowDB = 6

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

    /// Whether this region contains every beacon of the other.
    package func covers(_ other: BeaconRegion) -> Bool {
        other.uuid == uuid && (major == nil || major == other.major) && (minor == nil || minor == other.minor)
    }
}

/// State of a region: whether any of its beacons is present.
package enum RegionState: String, Codable, Sendable, Hashable, CaseIterable {
    case inside, outside
    /// Not enough time has passed to determine the state, or no dongle listens, or the one that
    /// heard the region last does not.
    case unknown
}

/// A region's change of state.
package struct RegionTransition: Sendable, Hashable {
    /// Meaning of the change.
    package enum Meaning: String, Sendable, Hashable, CaseIterable {
        /// The region was outside, or its state had never been determined.
        case enter
        /// The region was inside.
        case exit
        /// The state was determined, and is the same as when last known; or it is outside,
        /// determined for the first time.
        case determined
        /// No dongle listens any more.
        case lost
    }

    package var region: String
    package var from: RegionState
    package var to: RegionState
    package var meaning: Meaning
    package var at: Duration
    /// Reason in words: "no sighting of any of 3 beacons for 30.0 s; last −91 dBm".
    package var reason: String
    /// Beacon whose sighting caused the change; nil unless the region is now inside.
    package var beacon: BeaconIdentity?
    /// Signal of the deciding sighting, or of the last one for ``Meaning/exit``. Nil if there is no
    /// sighting, or it had no signal.
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

/// Current state of a region.
package struct RegionStatus: Sendable, Hashable {
    package var region: BeaconRegion
    package var state: RegionState
    /// Time of the last change of state.
    package var since: Duration
    /// The state when last known, now or before; never `unknown`. Nil = never determined.
    package var lastDetermined: RegionState?
    /// Number of its beacons heard since it was entered, or within ``BeaconRegion/exitAfter``; at
    /// most 256 are counted.
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

// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import BeaconTracking
import JSONLines

/// The answer of `GET /v1/regions`, in the order of their names
public struct RegionList: Codable, Sendable, Hashable {
    public var regions: [RegionDescription]

    public init(regions: [RegionDescription]) {
        self.regions = regions
    }
}

/// What a region is: the body of `POST /v1/regions`
public struct RegionDefinition: Codable, Sendable, Hashable {
    /// 1...64 letters, digits, `-`, `_`, `.`.
    public var name: String
    public var uuid: ProximityUUID
    /// Any unless said. 0...65,535.
    public var major: Int?
    /// Any unless said; only with a major. 0...65,535.
    public var minor: Int?
    /// Sightings that it takes to enter; 1 unless said. 1...1,000.
    public var enterSightings: Int?
    /// Time within which they must come; 10,000 unless said. 100...3,600,000.
    public var enterWithinMs: Int?
    /// Time without any sighting after which it is left; 30,000 unless said. 1,000...86,400,000.
    public var exitAfterMs: Int?
    /// dBm; weaker sightings do not count. -127...20.
    public var minimumRSSI: Int?

    private enum CodingKeys: String, CodingKey {
        case name, uuid, major, minor
        case enterSightings = "enter_sightings"
        case enterWithinMs = "enter_within_ms"
        case exitAfterMs = "exit_after_ms"
        case minimumRSSI = "min_rssi"
    }

    public init(
        name: String, uuid: ProximityUUID, major: Int? = nil, minor: Int? = nil, enterSightings: Int? = nil,
        enterWithinMs: Int? = nil, exitAfterMs: Int? = nil, minimumRSSI: Int? = nil
    ) {
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.enterSightings = enterSightings
        self.enterWithinMs = enterWithinMs
        self.exitAfterMs = exitAfterMs
        self.minimumRSSI = minimumRSSI
    }
}

/// A region, and how it stands
public struct RegionDescription: Codable, Sendable, Hashable {
    /// With every value that was left out filled in.
    public var definition: RegionDefinition
    public var state: RegionState
    /// Since when; absent where it is not monitored.
    public var since: Timestamp?
    /// What it was when it was last known, never `unknown`; absent = never.
    public var lastDetermined: RegionState?
    /// Whether it is watched at the moment.
    public var monitoring: Bool
    /// Of it that are here. 0...256.
    public var beacons: Int
    public var lastSighting: Timestamp?
    /// dBm.
    public var lastRSSI: Int?
    /// Regions whose beacons are all of this one.
    public var covers: [String]
    /// Regions that have all beacons of this one.
    public var coveredBy: [String]

    private enum CodingKeys: String, CodingKey {
        case definition, state, since, monitoring, beacons, covers
        case lastDetermined = "last_determined"
        case lastSighting = "last_sighting"
        case lastRSSI = "last_rssi"
        case coveredBy = "covered_by"
    }

    public init(
        definition: RegionDefinition, state: RegionState, since: Timestamp? = nil, lastDetermined: RegionState? = nil,
        monitoring: Bool, beacons: Int, lastSighting: Timestamp? = nil, lastRSSI: Int? = nil, covers: [String],
        coveredBy: [String]
    ) {
        self.definition = definition
        self.state = state
        self.since = since
        self.lastDetermined = lastDetermined
        self.monitoring = monitoring
        self.beacons = beacons
        self.lastSighting = lastSighting
        self.lastRSSI = lastRSSI
        self.covers = covers
        self.coveredBy = coveredBy
    }
}

/// A beacon as it is heard
public struct BeaconRange: Codable, Sendable, Hashable {
    public var uuid: ProximityUUID
    public var major: Int
    public var minor: Int
    /// What people call it.
    public var alias: String?
    public var proximity: Proximity
    /// Metres, -1 = undetermined; only for ordering beacons of equal proximity.
    public var accuracy: Double
    /// dBm, the mean since the last tick.
    public var rssi: Int?
    /// dBm, trimmed running average over 20 s.
    public var smoothedRSSI: Double?
    /// dBm at 1 m by which the distance was judged.
    public var power: Double?
    public var calibrated: Bool
    /// Adverts a second.
    public var rate: Double
    /// Adverts since it is tracked.
    public var sightings: UInt64
    public var firstSeen: Timestamp
    public var lastSeen: Timestamp
    /// Where it was heard last.
    public var address: BluetoothAddress
    /// From which it was heard of late.
    public var addresses: Int
    /// That hears it best.
    public var dongle: String?
    /// What each dongle hears of it, strongest first, at most 16.
    public var receptions: [Reception]
    /// Whose it is; absent while nobody is logged in to Payfrit, and until that is known.
    public var badge: PayfritBadge?
    public var simulated: Bool?

    private enum CodingKeys: String, CodingKey {
        case uuid
        case major
        case minor
        case alias
        case proximity
        case accuracy
        case rssi
        case power
        case calibrated
        case rate
        case sightings
        case address
        case addresses
        case dongle
        case receptions
        case badge
        case simulated
        case smoothedRSSI = "smoothed_rssi"
        case firstSeen = "first_seen"
        case lastSeen = "last_seen"
    }

    public init(
        uuid: ProximityUUID, major: Int, minor: Int, alias: String? = nil, proximity: Proximity, accuracy: Double,
        rssi: Int? = nil, smoothedRSSI: Double? = nil, power: Double? = nil, calibrated: Bool, rate: Double,
        sightings: UInt64, firstSeen: Timestamp, lastSeen: Timestamp, address: BluetoothAddress, addresses: Int,
        dongle: String? = nil, receptions: [Reception], badge: PayfritBadge? = nil, simulated: Bool? = nil
    ) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.alias = alias
        self.proximity = proximity
        self.accuracy = accuracy
        self.rssi = rssi
        self.smoothedRSSI = smoothedRSSI
        self.power = power
        self.calibrated = calibrated
        self.rate = rate
        self.sightings = sightings
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.address = address
        self.addresses = addresses
        self.dongle = dongle
        self.receptions = receptions
        self.badge = badge
        self.simulated = simulated
    }
}

/// What one dongle hears of a beacon
public struct Reception: Codable, Sendable, Hashable {
    public var dongle: String
    public var smoothedRSSI: Double
    public var lastSeen: Timestamp

    private enum CodingKeys: String, CodingKey {
        case dongle
        case smoothedRSSI = "smoothed_rssi"
        case lastSeen = "last_seen"
    }

    public init(dongle: String, smoothedRSSI: Double, lastSeen: Timestamp) {
        self.dongle = dongle
        self.smoothedRSSI = smoothedRSSI
        self.lastSeen = lastSeen
    }
}

/// The answer of `GET /v1/beacons`, in the order of their identities
public struct BeaconList: Codable, Sendable, Hashable {
    public var beacons: [BeaconDescription]
    /// To be given as `after`; absent where these were the last.
    public var next: String?

    public init(beacons: [BeaconDescription], next: String? = nil) {
        self.beacons = beacons
        self.next = next
    }
}

/// A beacon that is kept: because it was heard for long enough, or was given a name or a calibration
public struct BeaconDescription: Codable, Sendable, Hashable {
    public var uuid: ProximityUUID
    public var major: Int
    public var minor: Int
    /// What people call it.
    public var alias: String?
    public var calibration: BeaconCalibrationRecord?
    /// Absent = never heard.
    public var firstSeen: Timestamp?
    public var lastSeen: Timestamp?
    /// How it is heard now; absent = it is not.
    public var now: BeaconRange?

    private enum CodingKeys: String, CodingKey {
        case uuid, major, minor, alias, calibration, now
        case firstSeen = "first_seen"
        case lastSeen = "last_seen"
    }

    public init(
        uuid: ProximityUUID, major: Int, minor: Int, alias: String? = nil, calibration: BeaconCalibrationRecord? = nil,
        firstSeen: Timestamp? = nil, lastSeen: Timestamp? = nil, now: BeaconRange? = nil
    ) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.alias = alias
        self.calibration = calibration
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.now = now
    }
}

/// The answer of `GET /v1/history`, oldest first
public struct HistoryPage: Codable, Sendable, Hashable {
    public var intervals: [BeaconInterval]
    /// To be given as `after`; absent where these were the last.
    public var next: String?

    public init(intervals: [BeaconInterval], next: String? = nil) {
        self.intervals = intervals
        self.next = next
    }
}

/// What one dongle heard of a beacon within one minute
public struct BeaconInterval: Codable, Sendable, Hashable {
    /// Begin of the minute.
    public var ts: Timestamp
    public var uuid: ProximityUUID
    public var major: Int
    public var minor: Int
    /// Id of the dongle.
    public var dongle: String
    /// Adverts.
    public var count: Int
    /// dBm.
    public var rssiMin: Int?
    /// dBm.
    public var rssiMean: Double?
    /// dBm.
    public var rssiMax: Int?
    /// Metres, judged by the mean.
    public var distance: Double?

    private enum CodingKeys: String, CodingKey {
        case ts, uuid, major, minor, dongle, count, distance
        case rssiMin = "rssi_min"
        case rssiMean = "rssi_mean"
        case rssiMax = "rssi_max"
    }

    public init(
        ts: Timestamp, uuid: ProximityUUID, major: Int, minor: Int, dongle: String, count: Int, rssiMin: Int? = nil,
        rssiMean: Double? = nil, rssiMax: Int? = nil, distance: Double? = nil
    ) {
        self.ts = ts
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.dongle = dongle
        self.count = count
        self.rssiMin = rssiMin
        self.rssiMean = rssiMean
        self.rssiMax = rssiMax
        self.distance = distance
    }
}

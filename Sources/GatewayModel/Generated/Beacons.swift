// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import BeaconTracking
import JSONLines

/// The answer of `GET /v1/regions`, in the order of their names
package struct RegionList: Codable, Sendable, Hashable {
    package var regions: [RegionDescription]

    package init(regions: [RegionDescription]) {
        self.regions = regions
    }
}

/// What a region is: the body of `POST /v1/regions`
package struct RegionDefinition: Codable, Sendable, Hashable {
    /// 1...64 letters, digits, `-`, `_`, `.`.
    package var name: String
    package var uuid: ProximityUUID
    /// Any unless said. 0...65,535.
    package var major: Int?
    /// Any unless said; only with a major. 0...65,535.
    package var minor: Int?
    /// Sightings that it takes to enter; 1 unless said. 1...1,000.
    package var enterSightings: Int?
    /// Time within which they must come; 10,000 unless said. 100...3,600,000.
    package var enterWithinMs: Int?
    /// Time without any sighting after which it is left; 30,000 unless said. 1,000...86,400,000.
    package var exitAfterMs: Int?
    /// dBm; weaker sightings do not count. -127...20.
    package var minimumRSSI: Int?

    private enum CodingKeys: String, CodingKey {
        case name, uuid, major, minor
        case enterSightings = "enter_sightings"
        case enterWithinMs = "enter_within_ms"
        case exitAfterMs = "exit_after_ms"
        case minimumRSSI = "min_rssi"
    }

    package init(
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
package struct RegionDescription: Codable, Sendable, Hashable {
    /// With every value that was left out filled in.
    package var definition: RegionDefinition
    package var state: RegionState
    /// Since when; absent where it is not monitored.
    package var since: Timestamp?
    /// What it was when it was last known, never `unknown`; absent = never.
    package var lastDetermined: RegionState?
    /// Whether it is watched at the moment.
    package var monitoring: Bool
    /// Of it that are here. 0...256.
    package var beacons: Int
    package var lastSighting: Timestamp?
    /// dBm.
    package var lastRSSI: Int?
    /// Regions whose beacons are all of this one.
    package var covers: [String]
    /// Regions that have all beacons of this one.
    package var coveredBy: [String]

    private enum CodingKeys: String, CodingKey {
        case definition, state, since, monitoring, beacons, covers
        case lastDetermined = "last_determined"
        case lastSighting = "last_sighting"
        case lastRSSI = "last_rssi"
        case coveredBy = "covered_by"
    }

    package init(
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
package struct BeaconRange: Codable, Sendable, Hashable {
    package var uuid: ProximityUUID
    package var major: Int
    package var minor: Int
    /// What people call it.
    package var alias: String?
    package var proximity: Proximity
    /// Metres, -1 = undetermined; only for ordering beacons of equal proximity.
    package var accuracy: Double
    /// dBm, the mean since the last tick.
    package var rssi: Int?
    /// dBm, trimmed running average over 20 s.
    package var smoothedRSSI: Double?
    /// dBm at 1 m by which the distance was judged.
    package var power: Double?
    package var calibrated: Bool
    /// Adverts a second.
    package var rate: Double
    /// Adverts since it is tracked.
    package var sightings: UInt64
    package var firstSeen: Timestamp
    package var lastSeen: Timestamp
    /// Where it was heard last.
    package var address: BluetoothAddress
    /// From which it was heard of late.
    package var addresses: Int
    /// That hears it best.
    package var dongle: String?
    /// What each dongle hears of it, strongest first, at most 16.
    package var receptions: [Reception]
    /// Whose it is; absent while nobody is logged in to Payfrit, and until that is known.
    package var badge: PayfritBadge?
    package var simulated: Bool?

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

    package init(
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
package struct Reception: Codable, Sendable, Hashable {
    package var dongle: String
    package var smoothedRSSI: Double
    package var lastSeen: Timestamp

    private enum CodingKeys: String, CodingKey {
        case dongle
        case smoothedRSSI = "smoothed_rssi"
        case lastSeen = "last_seen"
    }

    package init(dongle: String, smoothedRSSI: Double, lastSeen: Timestamp) {
        self.dongle = dongle
        self.smoothedRSSI = smoothedRSSI
        self.lastSeen = lastSeen
    }
}

/// The answer of `GET /v1/beacons`, in the order of their identities
package struct BeaconList: Codable, Sendable, Hashable {
    package var beacons: [BeaconDescription]
    /// To be given as `after`; absent where these were the last.
    package var next: String?

    package init(beacons: [BeaconDescription], next: String? = nil) {
        self.beacons = beacons
        self.next = next
    }
}

/// A beacon that is kept: because it was heard for long enough, or was given a name or a calibration
package struct BeaconDescription: Codable, Sendable, Hashable {
    package var uuid: ProximityUUID
    package var major: Int
    package var minor: Int
    /// What people call it.
    package var alias: String?
    package var calibration: BeaconCalibrationRecord?
    /// Absent = never heard.
    package var firstSeen: Timestamp?
    package var lastSeen: Timestamp?
    /// How it is heard now; absent = it is not.
    package var now: BeaconRange?

    private enum CodingKeys: String, CodingKey {
        case uuid, major, minor, alias, calibration, now
        case firstSeen = "first_seen"
        case lastSeen = "last_seen"
    }

    package init(
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
package struct HistoryPage: Codable, Sendable, Hashable {
    package var intervals: [BeaconInterval]
    /// To be given as `after`; absent where these were the last.
    package var next: String?

    package init(intervals: [BeaconInterval], next: String? = nil) {
        self.intervals = intervals
        self.next = next
    }
}

/// What one dongle heard of a beacon within one minute
package struct BeaconInterval: Codable, Sendable, Hashable {
    /// Begin of the minute.
    package var ts: Timestamp
    package var uuid: ProximityUUID
    package var major: Int
    package var minor: Int
    /// Id of the dongle.
    package var dongle: String
    /// Adverts.
    package var count: Int
    /// dBm.
    package var rssiMin: Int?
    /// dBm.
    package var rssiMean: Double?
    /// dBm.
    package var rssiMax: Int?
    /// Metres, judged by the mean.
    package var distance: Double?

    private enum CodingKeys: String, CodingKey {
        case ts, uuid, major, minor, dongle, count, distance
        case rssiMin = "rssi_min"
        case rssiMean = "rssi_mean"
        case rssiMax = "rssi_max"
    }

    package init(
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

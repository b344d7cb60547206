// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import BeaconTracking
import LineFormats

/// The answer of `GET /v1/regions`, ordered by name.
package struct RegionList: Codable, Sendable, Hashable {
    package var regions: [RegionDescription]

    package init(regions: [RegionDescription]) {
        self.regions = regions
    }
}

/// Definition of a region: the body of `POST /v1/regions`.
package struct RegionDefinition: Codable, Sendable, Hashable {
    /// 1...64 letters, digits, `-`, `_`, `.`.
    package var name: String
    package var uuid: ProximityUUID
    /// Default: any major. Range: 0...65,535.
    package var major: Int?
    /// Default: any minor; only allowed with a major. Range: 0...65,535.
    package var minor: Int?
    /// Sightings needed to enter the region; default: 1. Range: 1...1,000.
    package var enterSightings: Int?
    /// Time within which these sightings must come, in milliseconds; default: 10,000. Range: 100...3,600,000.
    package var enterWithinMs: Int?
    /// Time without a sighting after which the region is left, in milliseconds; default: 30,000. Range:
    /// 1,000...86,400,000.
    package var exitAfterMs: Int?
    /// dBm; weaker sightings do not count. A region that is inside, or was when last known, is kept down to 6 dB less.
    /// Range: -127...20.
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

/// A region and its state.
package struct RegionDescription: Codable, Sendable, Hashable {
    /// Definition, including the default values.
    package var definition: RegionDefinition
    package var state: RegionState
    /// Time of the last change of the state; absent if the region is not watched.
    package var since: Timestamp?
    /// Last known state, never `unknown`; absent if the state was never known.
    package var lastDetermined: RegionState?
    /// Whether the region is being watched.
    package var monitoring: Bool
    /// Number of beacons of the region that are here. Range: 0...256.
    package var beacons: Int
    package var lastSighting: Timestamp?
    /// RSSI of the last sighting, dBm.
    package var lastRSSI: Int?
    /// Regions all of whose beacons also belong to this region.
    package var covers: [String]
    /// Regions to which all beacons of this region also belong.
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

/// The answer of `GET /v1/placements`.
package struct PlacementList: Codable, Sendable, Hashable {
    /// Ordered by identity.
    package var placements: [PlacementResult]
    /// Value of `after` for the next page; absent on the last page.
    package var next: String?

    package init(placements: [PlacementResult], next: String? = nil) {
        self.placements = placements
        self.next = next
    }
}

/// Newest check in which a beacon was detected.
package struct PlacementResult: Codable, Sendable, Hashable {
    package var uuid: ProximityUUID
    package var major: Int
    package var minor: Int
    /// Mean of the samples, dBm.
    package var average: Int
    package var at: Timestamp

    package init(uuid: ProximityUUID, major: Int, minor: Int, average: Int, at: Timestamp) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.average = average
        self.at = at
    }
}

/// A beacon and its current signal.
package struct BeaconRange: Codable, Sendable, Hashable {
    package var uuid: ProximityUUID
    package var major: Int
    package var minor: Int
    /// Alias of the beacon.
    package var alias: String?
    package var proximity: Proximity
    /// Estimated distance in metres, -1 = undetermined; only meant for ordering beacons of equal proximity.
    package var accuracy: Double
    /// Mean signal since the last tick, dBm.
    package var rssi: Int?
    /// Smoothed signal, dBm.
    package var smoothedRSSI: Double?
    /// Power at 1 m from which the distance was estimated, dBm.
    package var power: Double?
    package var calibrated: Bool
    /// Adverts per second.
    package var rate: Double
    /// Adverts since the tracking of the beacon began.
    package var sightings: UInt64
    package var firstSeen: Timestamp
    package var lastSeen: Timestamp
    /// Address from which the beacon was last heard.
    package var address: BluetoothAddress
    /// Number of addresses from which the beacon was heard recently.
    package var addresses: Int
    /// Dongle that hears the beacon best.
    package var dongle: String?
    /// Signal of the beacon at each dongle, strongest first, at most 16.
    package var receptions: [Reception]
    /// Owner of the beacon; absent while nobody is logged in to Payfrit, or while the owner is not known.
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

/// Signal of a beacon at one dongle.
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

/// The answer of `GET /v1/beacons`, ordered by identity.
package struct BeaconList: Codable, Sendable, Hashable {
    package var beacons: [BeaconDescription]
    /// Value of `after` for the next page; absent on the last page.
    package var next: String?

    package init(beacons: [BeaconDescription], next: String? = nil) {
        self.beacons = beacons
        self.next = next
    }
}

/// A beacon in the store, because it was heard for long enough, named or calibrated.
package struct BeaconDescription: Codable, Sendable, Hashable {
    package var uuid: ProximityUUID
    package var major: Int
    package var minor: Int
    /// Alias of the beacon.
    package var alias: String?
    package var calibration: BeaconCalibrationRecord?
    /// Time of the first sighting; absent if the beacon was never heard.
    package var firstSeen: Timestamp?
    package var lastSeen: Timestamp?
    /// Current signal; absent if the beacon is not heard now.
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

/// The answer of `GET /v1/history`, oldest first.
package struct HistoryPage: Codable, Sendable, Hashable {
    package var intervals: [BeaconInterval]
    /// Value of `after` for the next page; absent on the last page.
    package var next: String?

    package init(intervals: [BeaconInterval], next: String? = nil) {
        self.intervals = intervals
        self.next = next
    }
}

/// Summary of the adverts of a beacon at one dongle in one minute.
package struct BeaconInterval: Codable, Sendable, Hashable {
    /// Beginning of the minute.
    package var ts: Timestamp
    package var uuid: ProximityUUID
    package var major: Int
    package var minor: Int
    /// Id of the dongle.
    package var dongle: String
    /// Number of adverts.
    package var count: Int
    /// dBm.
    package var rssiMin: Int?
    /// dBm.
    package var rssiMean: Double?
    /// dBm.
    package var rssiMax: Int?
    /// Distance in metres, estimated from the mean.
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

import JSONLines

/// Who a beacon is.
public struct BeaconName: Codable, Sendable, Hashable {
    /// The 8-4-4-4-12 form in uppercase.
    public var uuid: String
    public var major: Int
    public var minor: Int
    /// The name that people gave it.
    public var alias: String?

    public init(uuid: String, major: Int, minor: Int, alias: String?) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.alias = alias
    }
}

/// A beacon as it is heard.
public struct BeaconRange: Codable, Sendable, Hashable {
    public var uuid: String
    public var major: Int
    public var minor: Int
    public var alias: String?
    /// `immediate`, `near`, `far` or `unknown`.
    public var proximity: String
    /// Metres; -1 = undetermined. Only for ordering beacons of equal proximity.
    public var accuracy: Double
    /// dBm, the mean since the last tick; nil = not heard since.
    public var rssi: Int?
    /// dBm, trimmed running average over 20 s; nil = no signal within them.
    public var smoothedRSSI: Double?
    /// dBm at one metre, by which the distance was judged; nil = not known.
    public var power: Double?
    public var calibrated: Bool
    /// Adverts a second.
    public var rate: Double
    /// Adverts since it is tracked.
    public var sightings: UInt64
    public var firstSeen: Timestamp
    public var lastSeen: Timestamp
    /// The address it was heard from last.
    public var address: String
    /// Addresses it was heard from of late.
    public var addresses: Int
    /// Id of the dongle that hears it best.
    public var dongle: String?
    /// What each dongle hears of it, strongest first, at most 16.
    public var receptions: [Reception]
    /// Whose it is; nil while nobody is logged in to Payfrit, and until that is known.
    public var badge: PayfritBadge?
    public var simulated: Bool?

    /// What one dongle hears of a beacon.
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

    private enum CodingKeys: String, CodingKey {
        case uuid, major, minor, alias, proximity, accuracy, rssi, power, calibrated, rate, sightings, address,
            addresses
        case dongle, receptions, badge, simulated
        case smoothedRSSI = "smoothed_rssi"
        case firstSeen = "first_seen"
        case lastSeen = "last_seen"
    }

    public init(
        name: BeaconName, proximity: String, accuracy: Double, rssi: Int?, smoothedRSSI: Double?, power: Double?,
        calibrated: Bool, rate: Double, sightings: UInt64, firstSeen: Timestamp, lastSeen: Timestamp, address: String,
        addresses: Int, dongle: String?, receptions: [Reception], badge: PayfritBadge? = nil, simulated: Bool?
    ) {
        (uuid, major, minor, alias) = (name.uuid, name.major, name.minor, name.alias)
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

/// A beacon that is kept: because it was heard for long enough, or was given a name or a calibration.
public struct BeaconDescription: Codable, Sendable, Hashable {
    public var uuid: String
    public var major: Int
    public var minor: Int
    public var alias: String?
    public var calibration: BeaconCalibrationRecord?
    /// Nil = never heard.
    public var firstSeen: Timestamp?
    public var lastSeen: Timestamp?
    /// How it is heard now; nil = it is not.
    public var now: BeaconRange?

    private enum CodingKeys: String, CodingKey {
        case uuid, major, minor, alias, calibration, now
        case firstSeen = "first_seen"
        case lastSeen = "last_seen"
    }

    public init(
        name: BeaconName, calibration: BeaconCalibrationRecord?, firstSeen: Timestamp?, lastSeen: Timestamp?,
        now: BeaconRange?
    ) {
        (uuid, major, minor, alias) = (name.uuid, name.major, name.minor, name.alias)
        self.calibration = calibration
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.now = now
    }
}

/// What was measured of a beacon at one metre: also the body of `PUT …/calibration`.
public struct BeaconCalibrationRecord: Codable, Sendable, Hashable {
    /// dBm, -120.0...0.0.
    public var powerAt1m: Double
    /// Ranging ticks that it is the mean of, 1...10,000.
    public var samples: Int
    /// Between the weakest and the strongest of them, the trimmed ends left out, dB, 0...50.
    public var spread: Double
    /// Nil in a request: now.
    public var at: Timestamp?

    private enum CodingKeys: String, CodingKey {
        case samples, spread, at
        case powerAt1m = "power_at_1m"
    }

    public init(powerAt1m: Double, samples: Int, spread: Double, at: Timestamp? = nil) {
        self.powerAt1m = powerAt1m
        self.samples = samples
        self.spread = spread
        self.at = at
    }
}

/// The answer of `GET /v1/beacons`, in the order of their identities.
public struct BeaconList: Codable, Sendable, Hashable {
    public var beacons: [BeaconDescription]
    /// What to give as `after` for those that follow; nil = these were the last.
    public var next: String?

    public init(beacons: [BeaconDescription], next: String?) {
        self.beacons = beacons
        self.next = next
    }
}

/// What was heard of a beacon by one dongle within one minute.
public struct BeaconInterval: Codable, Sendable, Hashable {
    /// Begin of the minute.
    public var ts: Timestamp
    public var uuid: String
    public var major: Int
    public var minor: Int
    /// Id of the dongle.
    public var dongle: String
    /// Adverts.
    public var count: Int
    /// dBm; nil where no advert had a signal strength.
    public var rssiMin: Int?
    public var rssiMean: Double?
    public var rssiMax: Int?
    /// Metres, judged by the mean; nil = undetermined.
    public var distance: Double?

    private enum CodingKeys: String, CodingKey {
        case ts, uuid, major, minor, dongle, count, distance
        case rssiMin = "rssi_min"
        case rssiMean = "rssi_mean"
        case rssiMax = "rssi_max"
    }

    public init(
        ts: Timestamp, uuid: String, major: Int, minor: Int, dongle: String, count: Int, rssiMin: Int?,
        rssiMean: Double?, rssiMax: Int?, distance: Double?
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

/// The answer of `GET /v1/history`, oldest first.
public struct HistoryPage: Codable, Sendable, Hashable {
    public var intervals: [BeaconInterval]
    /// What to give as `after` for those that follow; nil = these were the last.
    public var next: String?

    public init(intervals: [BeaconInterval], next: String?) {
        self.intervals = intervals
        self.next = next
    }
}

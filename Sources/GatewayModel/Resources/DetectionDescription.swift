import JSONLines

/// A device that was found by a pattern: one row of `GET /v1/detections`.
public struct DetectionDescription: Codable, Sendable, Hashable {
    /// `ble:ADDRESS`, `wifi:ADDRESS`, or `ssid:TEXT` where the address is not known.
    public var key: String
    /// `bluetooth_le` or `wifi`.
    public var radio: String
    public var address: String?
    /// SSID or name, the last that was heard.
    public var name: String?
    /// At least one, the surest first.
    public var deviceTypes: [String]
    /// Percent, of each of ``deviceTypes``.
    public var typeConfidences: [Int]
    /// `ssid`, `wifi-mac`, `ble-mac`, `ble-name`, `ble-uuid`, `ble-manufacturer`.
    public var methods: [String]
    /// Percent, that of the surest type.
    public var confidence: Int
    /// `high`, `medium` or `low`.
    public var tier: String
    public var firstSeen: Timestamp
    public var lastSeen: Timestamp
    /// Sightings that matched.
    public var count: UInt64
    /// dBm, of the last sighting that had one.
    public var rssi: Int?
    /// dBm, the strongest.
    public var bestRSSI: Int?
    public var channel: Int?
    /// Dongles by their ids, and FlockFinders as `ble:ADDRESS`.
    public var sources: [String]
    public var position: DetectionPlace?
    /// Whether nobody wants to be told of it.
    public var muted: Bool
    /// Whether a simulated dongle alone heard it.
    public var simulated: Bool?

    private enum CodingKeys: String, CodingKey {
        case key, radio, address, name, methods, confidence, tier, count, rssi, channel, sources, position, muted
        case simulated
        case deviceTypes = "device_types"
        case typeConfidences = "type_confidences"
        case firstSeen = "first_seen"
        case lastSeen = "last_seen"
        case bestRSSI = "best_rssi"
    }

    public init(
        key: String, radio: String, address: String?, name: String?, deviceTypes: [String],
        typeConfidences: [Int], methods: [String], confidence: Int, tier: String, firstSeen: Timestamp,
        lastSeen: Timestamp, count: UInt64, rssi: Int?,
        bestRSSI: Int?, channel: Int?, sources: [String], position: DetectionPlace?, muted: Bool, simulated: Bool?
    ) {
        self.key = key
        self.radio = radio
        self.address = address
        self.name = name
        self.deviceTypes = deviceTypes
        self.typeConfidences = typeConfidences
        self.methods = methods
        self.confidence = confidence
        self.tier = tier
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.count = count
        self.rssi = rssi
        self.bestRSSI = bestRSSI
        self.channel = channel
        self.sources = sources
        self.position = position
        self.muted = muted
        self.simulated = simulated
    }
}

/// Where a device was heard best, as far as somebody who heard it said where they were.
public struct DetectionPlace: Codable, Sendable, Hashable {
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Metres.
    public var accuracy: Double?

    public init(latitude: Double, longitude: Double, accuracy: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }
}

/// The answer of `GET /v1/detections`, in the order of their keys.
public struct DetectionList: Codable, Sendable, Hashable {
    public var detections: [DetectionDescription]
    /// What to give as `after` for the next page; nil where there is none.
    public var next: String?
    public var status: DetectionStatus

    public init(detections: [DetectionDescription], next: String?, status: DetectionStatus) {
        self.detections = detections
        self.next = next
        self.status = status
    }
}

/// How detection goes. Counts are since the start.
public struct DetectionStatus: Codable, Sendable, Hashable {
    /// Whether adverts are compared with patterns at the moment.
    public var active: Bool
    /// Enabled patterns.
    public var patterns: Int
    public var devices: Int
    /// Most devices that are kept.
    public var capacity: Int
    /// Sightings that matched.
    public var sightings: UInt64
    /// Devices that went for want of room.
    public var evicted: UInt64
    /// Wi-Fi sightings that did not reach the gateway.
    public var wifiLost: UInt64
    /// Devices of the tier high that the event log was not told of, because too many came at once.
    public var eventsSuppressed: UInt64
    /// Devices that could not be stored at first.
    public var notStored: UInt64
    /// Changes that slow readers have missed.
    public var missed: UInt64
    /// FlockFinders that are to be listened to.
    public var attached: Int
    /// FlockFinders that are listened to at the moment.
    public var listening: Int

    private enum CodingKeys: String, CodingKey {
        case active, patterns, devices, capacity, sightings, evicted, missed, attached, listening
        case wifiLost = "wifi_lost"
        case eventsSuppressed = "events_suppressed"
        case notStored = "not_stored"
    }

    public init(
        active: Bool, patterns: Int, devices: Int, capacity: Int, sightings: UInt64, evicted: UInt64,
        wifiLost: UInt64, eventsSuppressed: UInt64, notStored: UInt64, missed: UInt64, attached: Int, listening: Int
    ) {
        self.active = active
        self.patterns = patterns
        self.devices = devices
        self.capacity = capacity
        self.sightings = sightings
        self.evicted = evicted
        self.wifiLost = wifiLost
        self.eventsSuppressed = eventsSuppressed
        self.notStored = notStored
        self.missed = missed
        self.attached = attached
        self.listening = listening
    }
}

/// The answer of `DELETE /v1/detections`.
public struct DetectionsCleared: Codable, Sendable, Hashable {
    public var removed: Int

    public init(removed: Int) {
        self.removed = removed
    }
}

/// What nobody wants to be told of: the body of `POST /v1/detections/mutes`.
public struct DetectionMuteRecord: Codable, Sendable, Hashable {
    /// `tier`, `type` or `address`.
    public var kind: String
    public var value: String

    public init(kind: String, value: String) {
        self.kind = kind
        self.value = value
    }
}

/// The answer of `GET /v1/detections/mutes`.
public struct DetectionMuteList: Codable, Sendable, Hashable {
    /// At most 1,000.
    public var mutes: [DetectionMuteRecord]

    public init(mutes: [DetectionMuteRecord]) {
        self.mutes = mutes
    }
}

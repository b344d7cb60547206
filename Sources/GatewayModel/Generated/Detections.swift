// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import FlockFinder
import LineFormats

/// `waiting`: the next attempt to connect comes later.
package enum AttachmentState: String, Word {
    case connecting, listening, waiting
}

/// The answer of `GET /v1/detections`, ordered by key.
package struct DetectionList: Codable, Sendable, Hashable {
    package var detections: [DetectionDescription]
    /// Value of `after` for the next page; absent on the last page.
    package var next: String?
    package var status: DetectionStatus

    package init(detections: [DetectionDescription], next: String? = nil, status: DetectionStatus) {
        self.detections = detections
        self.next = next
        self.status = status
    }
}

/// A detected device; in a stream, a line of the type `detection` with `v`, `ts` and `type`.
package struct DetectionDescription: Codable, Sendable, Hashable {
    /// ble:ADDRESS, wifi:ADDRESS, or ssid:TEXT if the address is not known.
    package var key: String
    package var radio: DetectionRadio
    package var address: BluetoothAddress?
    /// SSID or name that was last heard.
    package var name: String?
    /// Device types, most likely first.
    package var deviceTypes: [String]
    /// Highest confidence so far for each of `device_types`, in percent.
    package var typeConfidences: [Int]
    package var methods: [DetectionMethod]
    /// Confidence in the most likely type, in percent. Range: 0...100.
    package var confidence: Int
    package var tier: DetectionTier
    package var firstSeen: Timestamp
    package var lastSeen: Timestamp
    /// Number of sightings that matched.
    package var count: UInt64
    /// RSSI of the last sighting that had one, dBm.
    package var rssi: Int?
    /// Strongest RSSI, dBm.
    package var bestRSSI: Int?
    package var channel: Int?
    /// Ids of dongles, and FlockFinders as ble:ADDRESS.
    package var sources: [String]
    package var position: DetectionPlace?
    /// Whether the device is muted.
    package var muted: Bool
    /// Whether only simulated dongles heard the device.
    package var simulated: Bool?

    private enum CodingKeys: String, CodingKey {
        case key
        case radio
        case address
        case name
        case methods
        case confidence
        case tier
        case count
        case rssi
        case channel
        case sources
        case position
        case muted
        case simulated
        case deviceTypes = "device_types"
        case typeConfidences = "type_confidences"
        case firstSeen = "first_seen"
        case lastSeen = "last_seen"
        case bestRSSI = "best_rssi"
    }

    package init(
        key: String, radio: DetectionRadio, address: BluetoothAddress? = nil, name: String? = nil,
        deviceTypes: [String], typeConfidences: [Int], methods: [DetectionMethod], confidence: Int, tier: DetectionTier,
        firstSeen: Timestamp, lastSeen: Timestamp, count: UInt64, rssi: Int? = nil, bestRSSI: Int? = nil,
        channel: Int? = nil, sources: [String], position: DetectionPlace? = nil, muted: Bool, simulated: Bool? = nil
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

/// Place where the device was heard best, if a receiver reported its own position.
package struct DetectionPlace: Codable, Sendable, Hashable {
    /// Degrees north. Range: -90...90.
    package var latitude: Double
    /// Degrees east. Range: -180...180.
    package var longitude: Double
    /// Metres.
    package var accuracy: Double?

    package init(latitude: Double, longitude: Double, accuracy: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }
}

/// The answer of `DELETE /v1/detections`.
package struct DetectionsCleared: Codable, Sendable, Hashable {
    package var removed: Int

    package init(removed: Int) {
        self.removed = removed
    }
}

/// A mute: devices that are not reported. The body of `POST /v1/detections/mutes`.
package struct DetectionMuteRecord: Codable, Sendable, Hashable {
    package var kind: DetectionMute.Kind
    package var value: String

    package init(kind: DetectionMute.Kind, value: String) {
        self.kind = kind
        self.value = value
    }
}

/// The answer of `GET /v1/detections/mutes`.
package struct DetectionMuteList: Codable, Sendable, Hashable {
    /// At most 1,000 mutes.
    package var mutes: [DetectionMuteRecord]

    package init(mutes: [DetectionMuteRecord]) {
        self.mutes = mutes
    }
}

/// Body of `POST /v1/detections/attached`.
package struct AttachmentRequest: Codable, Sendable, Hashable {
    /// Address such as aa:bb:cc:dd:ee:ff, the name that the device advertises, or `serial:` and the absolute path of
    /// the serial port that it writes to.
    package var device: String
    /// Id, alias or port of a dongle; default: any that hears the device.
    package var dongle: String?

    package init(device: String, dongle: String? = nil) {
        self.device = device
        self.dongle = dongle
    }
}

/// An attached FlockFinder, whose notifications the gateway follows: an entry of `GET /v1/detections/attached`.
package struct AttachedFlockFinder: Codable, Sendable, Hashable {
    /// Name of the attachment until it is detached.
    package var id: String
    /// Device as given in the request.
    package var device: String
    package var state: AttachmentState
    package var since: Timestamp
    /// Whether it stays attached until it is detached; otherwise it ends with its last live stream.
    package var kept: Bool
    /// Number of live streams that asked for it.
    package var watchers: Int
    /// Address at which the device was last found.
    package var address: String?
    /// Dongle through which the device is or was connected.
    package var dongle: String?
    /// ATT MTU of the connection; a notification carries 3 bytes less. Range: 23...517.
    package var mtu: Int?
    /// Number of connections that were made.
    package var connections: UInt64
    package var notifications: UInt64
    /// Number of notifications about devices that its own patterns matched.
    package var detections: UInt64
    /// Number of notifications that could not be decoded.
    package var unreadable: UInt64
    /// Number of notifications that were lost on the way.
    package var lost: UInt64
    /// Last error that prevented the gateway from following the device.
    package var lastError: ErrorReport?

    private enum CodingKeys: String, CodingKey {
        case id
        case device
        case state
        case since
        case kept
        case watchers
        case address
        case dongle
        case mtu
        case connections
        case notifications
        case detections
        case unreadable
        case lost
        case lastError = "last_error"
    }

    package init(
        id: String, device: String, state: AttachmentState, since: Timestamp, kept: Bool, watchers: Int,
        address: String? = nil, dongle: String? = nil, mtu: Int? = nil, connections: UInt64, notifications: UInt64,
        detections: UInt64, unreadable: UInt64, lost: UInt64, lastError: ErrorReport? = nil
    ) {
        self.id = id
        self.device = device
        self.state = state
        self.since = since
        self.kept = kept
        self.watchers = watchers
        self.address = address
        self.dongle = dongle
        self.mtu = mtu
        self.connections = connections
        self.notifications = notifications
        self.detections = detections
        self.unreadable = unreadable
        self.lost = lost
        self.lastError = lastError
    }
}

/// The answer of `GET /v1/detections/attached`.
package struct AttachedFlockFinderList: Codable, Sendable, Hashable {
    package var attached: [AttachedFlockFinder]

    package init(attached: [AttachedFlockFinder]) {
        self.attached = attached
    }
}

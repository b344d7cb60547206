// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import FlockFinder
import JSONLines

/// `waiting`: for the next attempt.
package enum AttachmentState: String, Word {
    case connecting, listening, waiting
}

/// The answer of `GET /v1/detections`, in the order of their keys
package struct DetectionList: Codable, Sendable, Hashable {
    package var detections: [DetectionDescription]
    /// What to give as `after` for the next page; left out where there is none.
    package var next: String?
    package var status: DetectionStatus

    package init(detections: [DetectionDescription], next: String? = nil, status: DetectionStatus) {
        self.detections = detections
        self.next = next
        self.status = status
    }
}

/// A device that was found; in a stream with `v`, `ts` and `type`, which is `detection`
package struct DetectionDescription: Codable, Sendable, Hashable {
    /// ble:ADDRESS, wifi:ADDRESS, or ssid:TEXT where the address is not known.
    package var key: String
    package var radio: DetectionRadio
    package var address: BluetoothAddress?
    /// SSID or name, the last that was heard.
    package var name: String?
    /// The surest first.
    package var deviceTypes: [String]
    /// Percent, of each of `device_types`, the highest so far.
    package var typeConfidences: [Int]
    package var methods: [DetectionMethod]
    /// Percent, that of the surest type. 0...100.
    package var confidence: Int
    package var tier: DetectionTier
    package var firstSeen: Timestamp
    package var lastSeen: Timestamp
    /// Sightings that matched.
    package var count: UInt64
    /// dBm, of the last sighting that had one.
    package var rssi: Int?
    /// dBm, the strongest.
    package var bestRSSI: Int?
    package var channel: Int?
    /// Dongles by their ids, and FlockFinders as ble:ADDRESS.
    package var sources: [String]
    package var position: DetectionPlace?
    /// Whether nobody wants to be told of it.
    package var muted: Bool
    /// Whether a simulated dongle alone heard it.
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

/// Where it was heard best, as far as somebody who heard it said where they were
package struct DetectionPlace: Codable, Sendable, Hashable {
    /// Degrees north. -90...90.
    package var latitude: Double
    /// Degrees east. -180...180.
    package var longitude: Double
    /// Metres.
    package var accuracy: Double?

    package init(latitude: Double, longitude: Double, accuracy: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }
}

/// The answer of `DELETE /v1/detections`
package struct DetectionsCleared: Codable, Sendable, Hashable {
    package var removed: Int

    package init(removed: Int) {
        self.removed = removed
    }
}

/// What nobody wants to be told of: the body of `POST /v1/detections/mutes`
package struct DetectionMuteRecord: Codable, Sendable, Hashable {
    package var kind: DetectionMute.Kind
    package var value: String

    package init(kind: DetectionMute.Kind, value: String) {
        self.kind = kind
        self.value = value
    }
}

/// The answer of `GET /v1/detections/mutes`
package struct DetectionMuteList: Codable, Sendable, Hashable {
    /// At most 1,000.
    package var mutes: [DetectionMuteRecord]

    package init(mutes: [DetectionMuteRecord]) {
        self.mutes = mutes
    }
}

/// Body of `POST /v1/detections/attached`
package struct AttachmentRequest: Codable, Sendable, Hashable {
    /// aa:bb:cc:dd:ee:ff, the name it advertises, or `serial:` and the whole path of a port that it prints to.
    package var device: String
    /// Id, alias or port; whichever hears it unless said.
    package var dongle: String?

    package init(device: String, dongle: String? = nil) {
        self.device = device
        self.dongle = dongle
    }
}

/// A FlockFinder whose notifications are followed: an entry of `GET /v1/detections/attached`
package struct AttachedFlockFinder: Codable, Sendable, Hashable {
    /// Names it until it is detached.
    package var id: String
    /// As it was asked for.
    package var device: String
    package var state: AttachmentState
    package var since: Timestamp
    /// Whether it stays until it is detached; otherwise it ends with the last of its watchers.
    package var kept: Bool
    /// Live streams that have asked for it.
    package var watchers: Int
    /// Where it was found last.
    package var address: String?
    /// Through which it is or was connected.
    package var dongle: String?
    /// ATT MTU of that connection; notifications end 3 bytes before it. 23...517.
    package var mtu: Int?
    /// Connections that were made.
    package var connections: UInt64
    package var notifications: UInt64
    /// That one of its own patterns matched.
    package var detections: UInt64
    /// Notifications that could not be read.
    package var unreadable: UInt64
    /// Notifications that were lost on the way.
    package var lost: UInt64
    /// Why it is not listened to, or was not the last time.
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

/// The answer of `GET /v1/detections/attached`
package struct AttachedFlockFinderList: Codable, Sendable, Hashable {
    package var attached: [AttachedFlockFinder]

    package init(attached: [AttachedFlockFinder]) {
        self.attached = attached
    }
}

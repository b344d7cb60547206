import JSONLines

/// A FlockFinder whose notifications are followed: an entry of `GET /v1/detections/attached`.
public struct AttachedFlockFinder: Codable, Sendable, Hashable {
    /// Names it until it is detached.
    public var id: String
    /// Address or name, as it was asked for.
    public var device: String
    /// `connecting`, `listening` or `waiting`, which is between two attempts.
    public var state: String
    public var since: Timestamp
    /// Whether it stays until it is detached; otherwise it ends with the last of its watchers.
    public var kept: Bool
    /// Streams that have asked for it.
    public var watchers: Int
    /// Where it was found last.
    public var address: String?
    /// Dongle through which it is or was connected.
    public var dongle: String?
    /// ATT MTU of that connection: notifications end 3 bytes before it.
    public var mtu: Int?
    /// Connections that were made.
    public var connections: UInt64
    public var notifications: UInt64
    /// Devices it said that one of its own patterns matched.
    public var detections: UInt64
    /// Notifications that could not be read.
    public var unreadable: UInt64
    /// Notifications that were lost on the way.
    public var lost: UInt64
    /// Why it is not listened to, or was not the last time.
    public var lastError: ErrorReport?

    private enum CodingKeys: String, CodingKey {
        case id, device, state, since, kept, watchers, address, dongle, mtu, connections, notifications, detections,
            unreadable, lost
        case lastError = "last_error"
    }

    /// One that was just asked for.
    public init(id: String, device: String, since: Timestamp) {
        self.id = id
        self.device = device
        state = "connecting"
        self.since = since
        kept = false
        watchers = 0
        connections = 0
        notifications = 0
        detections = 0
        unreadable = 0
        lost = 0
    }
}

/// The answer of `GET /v1/detections/attached`.
public struct AttachedFlockFinderList: Codable, Sendable, Hashable {
    public var attached: [AttachedFlockFinder]

    public init(attached: [AttachedFlockFinder]) {
        self.attached = attached
    }
}

/// Body of `POST /v1/detections/attached`.
public struct AttachmentRequest: Codable, Sendable, Hashable {
    /// `aa:bb:cc:dd:ee:ff`, or a name of 1...248 bytes.
    public var device: String
    /// Id, alias or port; nil where there is only one.
    public var dongle: String?

    public init(device: String, dongle: String? = nil) {
        self.device = device
        self.dongle = dongle
    }
}

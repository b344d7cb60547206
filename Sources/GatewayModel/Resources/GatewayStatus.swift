import JSONLines

/// A gateway as a whole: the answer of `GET /v1/status`.
public struct GatewayStatus: Codable, Sendable, Hashable {
    /// Version of the program.
    public var version: String
    public var api: Int
    public var pid: Int32
    public var startedAt: Timestamp
    /// Whole seconds.
    public var uptimeSeconds: Int
    /// Whether it stays; false for the one inside a verb's own process.
    public var isDaemon: Bool
    /// Whether any of its dongles is simulated.
    public var simulated: Bool
    /// Whether everything is recorded, in a database that is not damaged, and any dongle is live.
    public var isWell: Bool { store.isWell && dongles.contains { $0.state == .live || $0.state == .suspect } }
    public var dongles: [DongleStatus]
    public var scan: ScanStatus
    public var queues: QueueStatus
    /// Beacons and regions.
    public var tracking: TrackingStatus
    /// Devices that have patterns.
    public var detection: DetectionStatus
    /// How telling people goes, by each way that is set up.
    public var notifications: [NotificationStatus]
    public var store: StoreStatus
    /// The newest error of any part; nil where there was none since the start.
    public var lastError: ErrorReport?

    private enum CodingKeys: String, CodingKey {
        case version, api, pid, simulated, dongles, scan, queues, tracking, detection, notifications, store
        case startedAt = "started_at"
        case uptimeSeconds = "uptime_s"
        case isDaemon = "daemon"
        case lastError = "last_error"
    }

    public init(
        version: String, api: Int, pid: Int32, startedAt: Timestamp, uptimeSeconds: Int, isDaemon: Bool,
        simulated: Bool, dongles: [DongleStatus], scan: ScanStatus, queues: QueueStatus, tracking: TrackingStatus,
        detection: DetectionStatus, notifications: [NotificationStatus], store: StoreStatus, lastError: ErrorReport?
    ) {
        self.version = version
        self.api = api
        self.pid = pid
        self.startedAt = startedAt
        self.uptimeSeconds = uptimeSeconds
        self.isDaemon = isDaemon
        self.simulated = simulated
        self.dongles = dongles
        self.scan = scan
        self.queues = queues
        self.tracking = tracking
        self.detection = detection
        self.notifications = notifications
        self.store = store
        self.lastError = lastError
    }
}

/// What is scanned for, over all dongles.
public struct ScanStatus: Codable, Sendable, Hashable {
    /// Whether adverts are wanted: always, or by somebody at the moment.
    public var wanted: Bool
    /// Whether it scans without anybody asking.
    public var always: Bool
    /// `active` or `passive`.
    public var mode: String
    /// dBm; nil = every advert.
    public var minimumRSSI: Int?

    private enum CodingKeys: String, CodingKey {
        case wanted, always, mode
        case minimumRSSI = "min_rssi"
    }

    public init(wanted: Bool, always: Bool, mode: String, minimumRSSI: Int?) {
        self.wanted = wanted
        self.always = always
        self.mode = mode
        self.minimumRSSI = minimumRSSI
    }
}

/// Who reads live data, and what slow readers have missed since the start.
public struct QueueStatus: Codable, Sendable, Hashable {
    public var advertReaders: Int
    public var eventReaders: Int
    /// Adverts, summed over readers.
    public var advertsMissed: UInt64
    public var eventsMissed: UInt64

    private enum CodingKeys: String, CodingKey {
        case advertReaders = "advert_readers"
        case eventReaders = "event_readers"
        case advertsMissed = "adverts_missed"
        case eventsMissed = "events_missed"
    }

    public init(advertReaders: Int, eventReaders: Int, advertsMissed: UInt64, eventsMissed: UInt64) {
        self.advertReaders = advertReaders
        self.eventReaders = eventReaders
        self.advertsMissed = advertsMissed
        self.eventsMissed = eventsMissed
    }
}

/// An error that a part of the gateway met by itself.
public struct ErrorReport: Codable, Sendable, Hashable {
    public var at: Timestamp
    /// As in ``Problem/code``.
    public var code: String
    public var message: String
    public var hint: String

    public init(at: Timestamp, code: String, message: String, hint: String) {
        self.at = at
        self.code = code
        self.message = message
        self.hint = hint
    }
}

/// The database: the answer of `GET /v1/store`.
public struct StoreStatus: Codable, Sendable, Hashable {
    /// Nil for a database in memory.
    public var path: String?
    /// Whether what happens is being written. False while the disk is full or the database fails.
    public var recording: Bool
    /// Why it is not recording, or what damage was found.
    public var error: ErrorReport?
    /// Bytes of the database and its log; nil for a database in memory.
    public var sizeBytes: Int64?
    /// The newest migration that was applied.
    public var schema: String
    /// Events kept at the moment.
    public var events: Int
    /// Events, outages and comings of dongles that could not be recorded since the start.
    public var unrecorded: UInt64
    /// Whether a backup took its place when it was opened.
    public var restored: Bool
    /// Where the one before is kept, if there was one.
    public var replaced: String?
    public var isWell: Bool { recording && error == nil }

    private enum CodingKeys: String, CodingKey {
        case path, recording, error, schema, events, unrecorded, restored, replaced
        case sizeBytes = "size_bytes"
    }

    public init(
        path: String?, recording: Bool, error: ErrorReport?, sizeBytes: Int64?, schema: String, events: Int,
        unrecorded: UInt64, restored: Bool, replaced: String?
    ) {
        self.path = path
        self.recording = recording
        self.error = error
        self.sizeBytes = sizeBytes
        self.schema = schema
        self.events = events
        self.unrecorded = unrecorded
        self.restored = restored
        self.replaced = replaced
    }
}

/// The answer of `POST /v1/store/restore`: the gateway starts again with what was sent.
public struct StoreRestore: Codable, Sendable, Hashable {
    public static let path = "/v1/store/restore"
    /// Source: the registry of media types of the IANA.
    public static let mediaType = "application/vnd.sqlite3"

    /// Of what was sent.
    public var bytes: Int

    public init(bytes: Int) {
        self.bytes = bytes
    }
}

/// The answer of `POST /v1/store/check`.
public struct StoreCheck: Codable, Sendable, Hashable {
    /// What SQLite found wrong; empty for a sound database.
    public var findings: [String]

    public init(findings: [String]) {
        self.findings = findings
    }
}

// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import LineFormats

package enum OperationOutcome: String, Word {
    case done, notDone = "not-done", unknown
}

/// Problem details after RFC 9457.
package struct Problem: Codable, Sendable, Hashable {
    /// `urn:perch:problem:` followed by `code`.
    package var type: String
    /// Reason phrase of the HTTP status.
    package var title: String
    /// The HTTP status. Range: 400...599.
    package var status: Int
    /// Description of what happened, one sentence.
    package var detail: String
    /// Stable code, for scripts.
    package var code: String
    /// What to do next.
    package var hint: String
    /// Whether the same request can succeed later without a change.
    package var retryable: Bool
    /// Outcome of the operation, if one was under way.
    package var outcome: OperationOutcome?
    /// Exit code of the command line, after sysexits.h.
    package var exitCode: Int

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, hint, retryable, outcome
        case exitCode = "exit_code"
    }

    package init(
        type: String, title: String, status: Int, detail: String, code: String, hint: String, retryable: Bool,
        outcome: OperationOutcome? = nil, exitCode: Int
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.code = code
        self.hint = hint
        self.retryable = retryable
        self.outcome = outcome
        self.exitCode = exitCode
    }
}

/// `degraded`: no dongle is live, those that are do not scan though adverts are wanted, or the store does not record.
/// The HTTP status is 200 in either case.
package enum HealthState: String, Word {
    case ok, degraded
}

package enum NotificationKind: String, Word {
    case webhook, desktop, command
}

/// The answer of `GET /healthz`, which needs no token.
package struct Health: Codable, Sendable, Hashable {
    package var status: HealthState
    package var version: String
    package var api: Int

    package init(status: HealthState, version: String, api: Int) {
        self.status = status
        self.version = version
        self.api = api
    }
}

/// State of a gateway: the answer of `GET /v1/status`.
package struct GatewayStatus: Codable, Sendable, Hashable {
    /// Name of the gateway: the setting `gateway.name`, or else the host's name.
    package var name: String
    /// Version of the program.
    package var version: String
    package var api: Int
    package var pid: Int32
    package var startedAt: Timestamp
    /// Uptime in whole seconds.
    package var uptimeSeconds: Int
    /// Whether the gateway is a daemon; false for a gateway inside a verb's own process.
    package var isDaemon: Bool
    /// Whether any dongle is simulated.
    package var simulated: Bool
    package var dongles: [DongleStatus]
    package var scan: ScanStatus
    package var queues: QueueStatus
    /// State of the tracking of beacons and regions.
    package var tracking: TrackingStatus
    /// State of the detection by patterns.
    package var detection: DetectionStatus
    /// State of each configured way of notification.
    package var notifications: [NotificationStatus]
    package var store: StoreStatus
    /// Bluetooth proxies; absent if the gateway is none.
    package var bluetoothProxies: ProxySummary?
    /// Newest error of any part of the gateway; absent if there was none since the start.
    package var lastError: ErrorReport?

    private enum CodingKeys: String, CodingKey {
        case name, version, api, pid, simulated, dongles, scan, queues, tracking, detection, notifications, store
        case startedAt = "started_at"
        case uptimeSeconds = "uptime_s"
        case isDaemon = "daemon"
        case bluetoothProxies = "bluetooth_proxies"
        case lastError = "last_error"
    }

    package init(
        name: String, version: String, api: Int, pid: Int32, startedAt: Timestamp, uptimeSeconds: Int, isDaemon: Bool,
        simulated: Bool, dongles: [DongleStatus], scan: ScanStatus, queues: QueueStatus, tracking: TrackingStatus,
        detection: DetectionStatus, notifications: [NotificationStatus], store: StoreStatus,
        bluetoothProxies: ProxySummary? = nil, lastError: ErrorReport? = nil
    ) {
        self.name = name
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
        self.bluetoothProxies = bluetoothProxies
        self.lastError = lastError
    }
}

/// Bluetooth proxies, in short; `GET /v1/esphome` has the rest.
package struct ProxySummary: Codable, Sendable, Hashable {
    package var proxies: Int
    /// Clients of all proxies together.
    package var clients: Int

    package init(proxies: Int, clients: Int) {
        self.proxies = proxies
        self.clients = clients
    }
}

/// State of scanning, for all dongles.
package struct ScanStatus: Codable, Sendable, Hashable {
    /// Whether the dongles should scan: always, or because a reader needs adverts now.
    package var wanted: Bool
    /// Whether the dongles scan even without a reader.
    package var always: Bool
    package var mode: ScanMode
    /// dBm.
    package var minimumRSSI: Int?

    private enum CodingKeys: String, CodingKey {
        case wanted, always, mode
        case minimumRSSI = "min_rssi"
    }

    package init(wanted: Bool, always: Bool, mode: ScanMode, minimumRSSI: Int? = nil) {
        self.wanted = wanted
        self.always = always
        self.mode = mode
        self.minimumRSSI = minimumRSSI
    }
}

/// Number of readers of live data, and of adverts and events that slow readers missed since the start.
package struct QueueStatus: Codable, Sendable, Hashable {
    package var advertReaders: Int
    package var eventReaders: Int
    /// Missed adverts of all readers together.
    package var advertsMissed: UInt64
    package var eventsMissed: UInt64

    private enum CodingKeys: String, CodingKey {
        case advertReaders = "advert_readers"
        case eventReaders = "event_readers"
        case advertsMissed = "adverts_missed"
        case eventsMissed = "events_missed"
    }

    package init(advertReaders: Int, eventReaders: Int, advertsMissed: UInt64, eventsMissed: UInt64) {
        self.advertReaders = advertReaders
        self.eventReaders = eventReaders
        self.advertsMissed = advertsMissed
        self.eventsMissed = eventsMissed
    }
}

/// The answer of `GET /v1/settings`.
package struct SettingList: Codable, Sendable, Hashable {
    package var settings: [SettingDescription]

    package init(settings: [SettingDescription]) {
        self.settings = settings
    }
}

/// A setting in effect.
package struct SettingDescription: Codable, Sendable, Hashable {
    /// `table.key`, as in the settings file.
    package var key: String
    /// Value in the notation of the settings file. Settings contain no secrets, only the names of files with secrets.
    package var value: String
    /// Origin of the value: default, file PATH:LINE, environment NAME or flag --NAME.
    package var origin: String

    package init(key: String, value: String, origin: String) {
        self.key = key
        self.value = value
        self.origin = origin
    }
}

/// State of the tracking of beacons and regions.
package struct TrackingStatus: Codable, Sendable, Hashable {
    /// Whether beacons are being tracked, for any reader.
    package var ranging: Bool
    /// Whether regions are being watched.
    package var monitoring: Bool
    /// Whether any dongle listens.
    package var listening: Bool
    package var regions: Int
    /// Number of regions whose state is inside.
    package var inside: Int
    /// Number of beacons kept in memory.
    package var beacons: Int
    /// Maximum number of beacons kept in memory.
    package var capacity: Int
    package var sightings: UInt64
    /// Sightings refused because their address sends ten or more identities.
    package var floodOfAddress: UInt64
    /// Sightings refused because fifty unnamed beacons with their UUID are not proven.
    package var floodOfUUID: UInt64
    /// Beacons removed to make room.
    package var evicted: UInt64
    /// Number of times that the signal at a 17th dongle displaced that at another one.
    package var receptionsDropped: UInt64
    /// Number of readers of ranging.
    package var readers: Int
    /// Ticks and changes that slow readers of ranging missed.
    package var missed: UInt64
    /// Sightings that are missing from the history.
    package var historyDropped: UInt64
    /// Region changes that were not reported, because too many came at once.
    package var transitionsDropped: UInt64

    private enum CodingKeys: String, CodingKey {
        case ranging, monitoring, listening, regions, inside, beacons, capacity, sightings, evicted, readers, missed
        case floodOfAddress = "flood_of_address"
        case floodOfUUID = "flood_of_uuid"
        case receptionsDropped = "receptions_dropped"
        case historyDropped = "history_dropped"
        case transitionsDropped = "transitions_dropped"
    }

    package init(
        ranging: Bool, monitoring: Bool, listening: Bool, regions: Int, inside: Int, beacons: Int, capacity: Int,
        sightings: UInt64, floodOfAddress: UInt64, floodOfUUID: UInt64, evicted: UInt64, receptionsDropped: UInt64,
        readers: Int, missed: UInt64, historyDropped: UInt64, transitionsDropped: UInt64
    ) {
        self.ranging = ranging
        self.monitoring = monitoring
        self.listening = listening
        self.regions = regions
        self.inside = inside
        self.beacons = beacons
        self.capacity = capacity
        self.sightings = sightings
        self.floodOfAddress = floodOfAddress
        self.floodOfUUID = floodOfUUID
        self.evicted = evicted
        self.receptionsDropped = receptionsDropped
        self.readers = readers
        self.missed = missed
        self.historyDropped = historyDropped
        self.transitionsDropped = transitionsDropped
    }
}

/// State of one way of notification.
package struct NotificationStatus: Codable, Sendable, Hashable {
    package var kind: NotificationKind
    /// Destination of the notices.
    package var destination: String
    package var delivered: UInt64
    /// Failed attempts.
    package var failed: UInt64
    package var dropped: UInt64
    /// Number of messages that were given up; absent if the outbox cannot be read.
    package var givenUp: Int?
    /// Number of messages that wait; absent if the outbox cannot be read.
    package var waiting: Int?
    package var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case kind, destination, delivered, failed, dropped, waiting
        case givenUp = "given_up"
        case lastError = "last_error"
    }

    package init(
        kind: NotificationKind, destination: String, delivered: UInt64, failed: UInt64, dropped: UInt64,
        givenUp: Int? = nil, waiting: Int? = nil, lastError: String? = nil
    ) {
        self.kind = kind
        self.destination = destination
        self.delivered = delivered
        self.failed = failed
        self.dropped = dropped
        self.givenUp = givenUp
        self.waiting = waiting
        self.lastError = lastError
    }
}

/// A link that opens the console once: the answer of `POST /v1/console`.
package struct ConsoleLink: Codable, Sendable, Hashable {
    package var url: String
    /// Time for which the link works, in seconds.
    package var seconds: Int
    package var role: Role
    /// The same link by other addresses of the gateway's machine; absent if there is none.
    package var furtherURLs: [String]?
    /// SHA-256 fingerprint of the certificate that the gateway has made itself, as browsers show it: 32 pairs of
    /// hexadecimal digits with colons. Absent if it has not made one.
    package var fingerprint: String?

    private enum CodingKeys: String, CodingKey {
        case url, seconds, role, fingerprint
        case furtherURLs = "further_urls"
    }

    package init(url: String, seconds: Int, role: Role, furtherURLs: [String]? = nil, fingerprint: String? = nil) {
        self.url = url
        self.seconds = seconds
        self.role = role
        self.furtherURLs = furtherURLs
        self.fingerprint = fingerprint
    }
}

/// The answer of `GET /v1/doctor`.
package struct DoctorReport: Codable, Sendable, Hashable {
    package var findings: [DoctorFindingDescription]

    package init(findings: [DoctorFindingDescription]) {
        self.findings = findings
    }
}

/// Something that was looked at.
package struct DoctorFindingDescription: Codable, Sendable, Hashable {
    /// Name of the check.
    package var check: String
    /// `ok`, `warning`, `problem` or `skipped`.
    package var verdict: String
    package var message: String
    /// What to do next.
    package var next: String?

    package init(check: String, verdict: String, message: String, next: String? = nil) {
        self.check = check
        self.verdict = verdict
        self.message = message
        self.next = next
    }
}

/// Kind of scan. `active`: scan requests are sent. `passive`: the dongle only listens.
package enum ScanMode: String, Word {
    case active, passive
}

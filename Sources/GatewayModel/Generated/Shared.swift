// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import BeaconTracking
import FlockFinder
import JSONLines

/// `verified` alone is success: the beacon was seen as it is to be. `written-unverified`: everything was written, and
/// seeing nothing, or what was there before, proves nothing. `failed`: it was not told to keep anything. `unknown`: it
/// may have been.
public enum ProvisioningState: String, Word {
    case 
        planned, connecting, authenticated, writing, saved, verified, writtenUnverified = "written-unverified", failed,
        unknown
    
}

/// `ours`: of the business that was chosen. `other`: of another one. `banned`: with a UUID that makers ship.
public enum PayfritBadgeKind: String, Word {
    case ours, other, banned, unknown
}

/// An error a part of the gateway met by itself
public struct ErrorReport: Codable, Sendable, Hashable {
    public var at: Timestamp
    /// As in `Problem/code`.
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

/// The database: the answer of `GET /v1/store`
public struct StoreStatus: Codable, Sendable, Hashable {
    /// Absent for a database in memory.
    public var path: String?
    /// Whether what happens is being written. False while the disk is full or the database fails.
    public var recording: Bool
    /// Why it is not recording, or what damage was found.
    public var error: ErrorReport?
    /// Bytes of the database and its log; absent for a database in memory.
    public var sizeBytes: Int64?
    /// The newest migration that was applied.
    public var schema: String
    /// Events kept at the moment.
    public var events: Int
    /// Events, outages and comings of dongles that could not be recorded since the start.
    public var unrecorded: UInt64
    /// Whether a backup took its place when the gateway started.
    public var restored: Bool
    /// Where the one before is kept, if there was one.
    public var replaced: String?

    private enum CodingKeys: String, CodingKey {
        case path, recording, error, schema, events, unrecorded, restored, replaced
        case sizeBytes = "size_bytes"
    }

    public init(
        path: String? = nil, recording: Bool, error: ErrorReport? = nil, sizeBytes: Int64? = nil, schema: String,
        events: Int, unrecorded: UInt64, restored: Bool, replaced: String? = nil
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

/// One dongle, present or known from earlier
public struct DongleStatus: Codable, Sendable, Hashable {
    /// Absent until the first greeting.
    public var id: String?
    /// The name that people gave it.
    public var alias: String?
    /// The port it is on, or was on last.
    public var port: String
    public var state: DongleState
    /// Since when it is in that state.
    public var since: Timestamp
    public var simulated: Bool
    public var scanning: Bool
    /// Name and version of the firmware; absent until it was asked.
    public var firmware: String?
    public var retryInMs: Int?
    /// What went wrong last.
    public var lastError: ErrorReport?
    /// Times the link was lost since this gateway started.
    public var outages: Int
    /// Absent while no port is open.
    public var link: LinkQuality?

    private enum CodingKeys: String, CodingKey {
        case id, alias, port, state, since, simulated, scanning, firmware, outages, link
        case retryInMs = "retry_in_ms"
        case lastError = "last_error"
    }

    public init(
        id: String? = nil, alias: String? = nil, port: String, state: DongleState, since: Timestamp, simulated: Bool,
        scanning: Bool, firmware: String? = nil, retryInMs: Int? = nil, lastError: ErrorReport? = nil, outages: Int,
        link: LinkQuality? = nil
    ) {
        self.id = id
        self.alias = alias
        self.port = port
        self.state = state
        self.since = since
        self.simulated = simulated
        self.scanning = scanning
        self.firmware = firmware
        self.retryInMs = retryInMs
        self.lastError = lastError
        self.outages = outages
        self.link = link
    }
}

/// What a link has carried and lost since its port was opened
public struct LinkQuality: Codable, Sendable, Hashable {
    /// Smoothed round trip of requests, milliseconds; nil before the first.
    public var roundTripMs: Double?
    public var framesReceived: UInt64
    public var framesSent: UInt64
    /// Stretches of bytes that were no valid frame.
    public var framesRejected: UInt64
    /// Requests sent again.
    public var retransmissions: UInt64
    /// Sessions opened, the first included.
    public var sessions: UInt64
    public var adverts: UInt64
    /// Adverts the dongle heard that did not arrive, exact.
    public var advertsLost: UInt64
    /// Adverts the gateway itself was too slow for, exact.
    public var advertsMissed: UInt64

    private enum CodingKeys: String, CodingKey {
        case retransmissions, sessions, adverts
        case roundTripMs = "round_trip_ms"
        case framesReceived = "frames_received"
        case framesSent = "frames_sent"
        case framesRejected = "frames_rejected"
        case advertsLost = "adverts_lost"
        case advertsMissed = "adverts_missed"
    }

    public init(
        roundTripMs: Double? = nil, framesReceived: UInt64, framesSent: UInt64, framesRejected: UInt64,
        retransmissions: UInt64, sessions: UInt64, adverts: UInt64, advertsLost: UInt64, advertsMissed: UInt64
    ) {
        self.roundTripMs = roundTripMs
        self.framesReceived = framesReceived
        self.framesSent = framesSent
        self.framesRejected = framesRejected
        self.retransmissions = retransmissions
        self.sessions = sessions
        self.adverts = adverts
        self.advertsLost = advertsLost
        self.advertsMissed = advertsMissed
    }
}

/// Runs that were begun together: the answer of `POST /v1/provisioning/runs`, `…/resume` and `…/verify`
public struct ProvisioningBatch: Codable, Sendable, Hashable {
    public var batch: Int64
    /// Beacons at a time.
    public var parallel: Int
    public var runs: [ProvisioningRun]

    public init(batch: Int64, parallel: Int, runs: [ProvisioningRun]) {
        self.batch = batch
        self.parallel = parallel
        self.runs = runs
    }
}

/// One provisioning of one beacon; in a stream with `v`, `ts` and `type`, which is `run`
public struct ProvisioningRun: Codable, Sendable, Hashable {
    /// Never used again.
    public var id: Int64
    /// What was begun together has the same.
    public var batch: Int64
    public var state: ProvisioningState
    /// That was begun last in this attempt; 0 before the first.
    public var step: Int
    /// In all.
    public var steps: Int
    /// Why it ended, or stands still.
    public var reason: RunReason?
    public var address: BluetoothAddress
    /// Absent until it was heard.
    public var addressType: AddressType?
    public var name: String
    public var uuid: ProximityUUID
    public var major: Int
    public var minor: Int
    /// dBm.
    public var rssiAt1m: Int
    public var intervalMs: Int
    public var txPower: Int
    /// Name of the beacon profile.
    public var profile: String
    /// Id of that of the last attempt.
    public var dongle: String?
    /// How often it was begun.
    public var attempts: Int
    public var created: Timestamp
    public var updated: Timestamp
    /// What the beacon was before.
    public var found: RunIdentity?
    /// Where the new identity was seen.
    public var seenAddress: BluetoothAddress?
    /// dBm.
    public var seenRSSI: Int?
    public var simulated: Bool?

    private enum CodingKeys: String, CodingKey {
        case id
        case batch
        case state
        case step
        case steps
        case reason
        case address
        case name
        case uuid
        case major
        case minor
        case profile
        case dongle
        case attempts
        case created
        case updated
        case found
        case simulated
        case addressType = "address_type"
        case rssiAt1m = "rssi_at_1m"
        case intervalMs = "interval_ms"
        case txPower = "tx_power"
        case seenAddress = "seen_address"
        case seenRSSI = "seen_rssi"
    }

    public init(
        id: Int64, batch: Int64, state: ProvisioningState, step: Int, steps: Int, reason: RunReason? = nil,
        address: BluetoothAddress, addressType: AddressType? = nil, name: String, uuid: ProximityUUID, major: Int,
        minor: Int, rssiAt1m: Int, intervalMs: Int, txPower: Int, profile: String, dongle: String? = nil, attempts: Int,
        created: Timestamp, updated: Timestamp, found: RunIdentity? = nil, seenAddress: BluetoothAddress? = nil,
        seenRSSI: Int? = nil, simulated: Bool? = nil
    ) {
        self.id = id
        self.batch = batch
        self.state = state
        self.step = step
        self.steps = steps
        self.reason = reason
        self.address = address
        self.addressType = addressType
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.rssiAt1m = rssiAt1m
        self.intervalMs = intervalMs
        self.txPower = txPower
        self.profile = profile
        self.dongle = dongle
        self.attempts = attempts
        self.created = created
        self.updated = updated
        self.found = found
        self.seenAddress = seenAddress
        self.seenRSSI = seenRSSI
        self.simulated = simulated
    }
}

/// Why it ended
public struct RunReason: Codable, Sendable, Hashable {
    /// Stable, for scripts.
    public var code: String
    public var message: String
    /// What to do next.
    public var hint: String

    public init(code: String, message: String, hint: String) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}

/// What the beacon was before the first write
public struct RunIdentity: Codable, Sendable, Hashable {
    public var uuid: ProximityUUID
    public var major: Int
    public var minor: Int

    public init(uuid: ProximityUUID, major: Int, minor: Int) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }
}

/// How detection goes; counts are since the start
public struct DetectionStatus: Codable, Sendable, Hashable {
    /// Whether adverts are compared with patterns at the moment.
    public var active: Bool
    /// Enabled ones.
    public var patterns: Int
    public var devices: Int
    /// Most devices that are kept.
    public var capacity: Int
    /// Those that matched.
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
    /// FlockFinders that are to be listened to. 0...8.
    public var attached: Int
    /// Those of them that are at the moment. 0...8.
    public var listening: Int

    private enum CodingKeys: String, CodingKey {
        case active, patterns, devices, capacity, sightings, evicted, missed, attached, listening
        case wifiLost = "wifi_lost"
        case eventsSuppressed = "events_suppressed"
        case notStored = "not_stored"
    }

    public init(
        active: Bool, patterns: Int, devices: Int, capacity: Int, sightings: UInt64, evicted: UInt64, wifiLost: UInt64,
        eventsSuppressed: UInt64, notStored: UInt64, missed: UInt64, attached: Int, listening: Int
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

/// Whose a beacon is. In streams and tables it is there while somebody is logged in, and once that is known
public struct PayfritBadge: Codable, Sendable, Hashable {
    public var kind: PayfritBadgeKind
    /// Of the table, where it is ours; of the business, where it is another's.
    public var name: String?

    public init(kind: PayfritBadgeKind, name: String? = nil) {
        self.kind = kind
        self.name = name
    }
}

/// First line of every stream; type `start`
public struct StreamStart: Codable, Sendable, Hashable {
    public var stream: String
    /// Ids of those that are live.
    public var dongles: [String]
    public var simulated: Bool

    public init(stream: String, dongles: [String], simulated: Bool) {
        self.stream = stream
        self.dongles = dongles
        self.simulated = simulated
    }
}

/// Types `lost` (a dongle heard them, the gateway did not get them) and `missed` (the reader was too slow); exact
public struct CountLine: Codable, Sendable, Hashable {
    public var dongle: String?
    public var count: UInt64

    public init(dongle: String? = nil, count: UInt64) {
        self.dongle = dongle
        self.count = count
    }
}

public enum DongleLogLevel: String, Word {
    case error, warning, info, debug
}

/// Types `start`, `log`, `idle`, `end`
public struct DongleLogLine: Codable, Sendable, Hashable {
    public var ts: Timestamp
    public var type: String
    public var level: DongleLogLevel?
    public var uptimeMs: UInt32?
    public var text: String?
    public var droppedBefore: UInt32?

    private enum CodingKeys: String, CodingKey {
        case ts, type, level, text
        case uptimeMs = "uptime_ms"
        case droppedBefore = "dropped_before"
    }

    public init(
        ts: Timestamp, type: String, level: DongleLogLevel? = nil, uptimeMs: UInt32? = nil, text: String? = nil,
        droppedBefore: UInt32? = nil
    ) {
        self.ts = ts
        self.type = type
        self.level = level
        self.uptimeMs = uptimeMs
        self.text = text
        self.droppedBefore = droppedBefore
    }
}

/// `asked`: by `DELETE /v1/streams/{stream}`. `stopping`: the gateway stops.
public enum StreamEndReason: String, Word {
    case asked, duration, stopping
}

/// `active`: scan requests are sent.
public enum ScanMode: String, Word {
    case active, passive
}

/// Types `interrupted`, `restored` and `failed`
public struct LinkLine: Codable, Sendable, Hashable {
    public var dongle: String
    public var message: String
    public var error: Problem?

    public init(dongle: String, message: String, error: Problem? = nil) {
        self.dongle = dongle
        self.message = message
        self.error = error
    }
}

/// Type `end`, the last line of a stream of adverts
public struct StreamEnd: Codable, Sendable, Hashable {
    public var received: UInt64
    public var lost: UInt64
    public var missed: UInt64
    public var filtered: UInt64
    public var malformed: UInt64
    public var interruptions: Int
    public var reason: StreamEndReason

    public init(
        received: UInt64, lost: UInt64, missed: UInt64, filtered: UInt64, malformed: UInt64, interruptions: Int,
        reason: StreamEndReason
    ) {
        self.received = received
        self.lost = lost
        self.missed = missed
        self.filtered = filtered
        self.malformed = malformed
        self.interruptions = interruptions
        self.reason = reason
    }
}

/// `determined`: the state is known, and what it was before. `lost`: no dongle listens. `now`: how the region stands
/// when the stream begins.
public enum RegionMeaning: String, Word {
    case enter, exit, determined, lost, now
}

/// Type `region`; a change, or with the meaning `now` how it stands
public struct RegionLine: Codable, Sendable, Hashable {
    public var ts: Timestamp
    public var region: String
    public var from: RegionState
    public var to: RegionState
    public var meaning: RegionMeaning
    /// In words.
    public var reason: String
    /// UUID/major/minor of the beacon that decided.
    public var beacon: String?
    /// dBm.
    public var rssi: Int?
    public var simulated: Bool?

    public init(
        ts: Timestamp, region: String, from: RegionState, to: RegionState, meaning: RegionMeaning, reason: String,
        beacon: String? = nil, rssi: Int? = nil, simulated: Bool? = nil
    ) {
        self.ts = ts
        self.region = region
        self.from = from
        self.to = to
        self.meaning = meaning
        self.reason = reason
        self.beacon = beacon
        self.rssi = rssi
        self.simulated = simulated
    }
}

/// Type `ranging`, one a second
public struct RangingLine: Codable, Sendable, Hashable {
    public var ts: Timestamp
    /// Whether any dongle listens; where none does, an empty list means nothing.
    public var listening: Bool
    /// Why none does.
    public var message: String?
    /// Nearest first: by proximity, then by accuracy, undetermined last.
    public var beacons: [BeaconRange]
    /// Beacons left out.
    public var omitted: Int?

    public init(ts: Timestamp, listening: Bool, message: String? = nil, beacons: [BeaconRange], omitted: Int? = nil) {
        self.ts = ts
        self.listening = listening
        self.message = message
        self.beacons = beacons
        self.omitted = omitted
    }
}

/// Types `start`, `notification`, `lost`, `idle`, `disconnected`
public struct NotificationLine: Codable, Sendable, Hashable {
    public var ts: Timestamp
    public var type: String
    public var handle: UInt16?
    public var hex: String?
    public var count: UInt64?
    public var error: Problem?

    public init(
        ts: Timestamp, type: String, handle: UInt16? = nil, hex: String? = nil, count: UInt64? = nil,
        error: Problem? = nil
    ) {
        self.ts = ts
        self.type = type
        self.handle = handle
        self.hex = hex
        self.count = count
        self.error = error
    }
}

public enum ConfigPhase: String, Word {
    case searching, connecting, reading, writing, verifying, saving, restarting, measuring
}

/// `said`: the device says so. `in-flash`: by a digest of its flash. `proven`: it was seen after a restart.
public enum ConfigSaved: String, Word {
    case no, said, inFlash = "in-flash", proven
}

public enum ConfigDifferenceKind: String, Word {
    case missing, unexpected, type, enabled, setting, version
}

/// `limit`: the list is as full as the device keeps it.
public enum ConfigDifferenceCause: String, Word {
    case limit
}

/// `coarse`: of `value` addresses the device compares the first `most` digits alone; `unkept`: of `value` bytes the
/// device can keep `most` over a restart; `deaf`: `value` entries of a list never match there; `misspelled`: `value`
/// entries would, if they were spelled as a push does it.
public enum ConfigProblemKind: String, Word {
    case badEntry = "bad-entry", repeated, outOfRange = "out-of-range", unkept, coarse, deaf, misspelled
}

/// `capitals`: an entry is sent without that its capitals count; `deaf`: the list is sent, and its entries never match
/// there; `unkept`: the device cannot keep it over a restart; otherwise the device has no such setting or list.
public enum ConfigLossKind: String, Word {
    case capitals, setting, list, deaf, unkept
}

/// `not-seen`: not often enough; `off`: it belongs to a scan that is switched off.
public enum TimingVerdict: String, Word {
    case asSet = "as-set", differs, notSeen = "not-seen", off
}

/// How far an order is
public struct ConfigProgress: Codable, Sendable, Hashable {
    public var phase: ConfigPhase
    /// Bytes so far, and in all where that is known.
    public var bytes: Int?
    public var of: Int?

    public init(phase: ConfigPhase, bytes: Int? = nil, of: Int? = nil) {
        self.phase = phase
        self.bytes = bytes
        self.of = of
    }
}

/// What became of an order
public struct ConfigReport: Codable, Sendable, Hashable {
    public var action: ConfigAction
    public var device: ConfigDevice
    /// Absent where nothing was to change.
    public var outcome: SyncOutcome?
    /// What the device holds, word by word, but that control characters are escaped, and that U+10FF80 to U+10FFFF
    /// stand for bytes 80 to ff that are no part of a UTF-8 text; absent where it could not be read.
    public var held: String?
    /// What it was to hold, word by word.
    public var wanted: String?
    /// In what the two differ.
    public var differences: [ConfigDifferenceItem]
    /// What is odd about the config that it holds.
    public var problems: [ConfigProblemItem]
    /// Keys of it that mean nothing to this program.
    public var unknownKeys: [String]
    /// What the tables took over from the device, or would.
    public var toHost: [ConfigChange]
    /// What the device took over from the tables, or was to.
    public var toDevice: [ConfigChange]
    /// What both have changed, and nobody has settled.
    public var conflicts: [ConfigChange]
    /// What of the tables, or of the text, the device cannot be told.
    public var losses: [ConfigLossItem]
    /// What the device said, which need not be true.
    public var replies: [ConfigReply]
    /// What an earlier transfer has left: one that was cut short, one whose config is gone though it was `applied`, or
    /// a made-up config of a roundtrip.
    public var interrupted: [ConfigTransferItem]
    /// Number of the transfer, by which `restore` brings back what it replaced.
    public var transfer: Int64?
    /// Whether it is kept over a restart; absent where that is not known.
    public var saved: ConfigSaved?
    /// What was measured of the intervals at which it scans.
    public var timings: [ConfigTimingItem]
    public var figures: ConfigFigures
    /// Why it did not go as it was meant to.
    public var failure: ConfigFailure?

    private enum CodingKeys: String, CodingKey {
        case action
        case device
        case outcome
        case held
        case wanted
        case differences
        case problems
        case conflicts
        case losses
        case replies
        case interrupted
        case transfer
        case saved
        case timings
        case figures
        case failure
        case unknownKeys = "unknown_keys"
        case toHost = "to_host"
        case toDevice = "to_device"
    }

    public init(
        action: ConfigAction, device: ConfigDevice, outcome: SyncOutcome? = nil, held: String? = nil,
        wanted: String? = nil, differences: [ConfigDifferenceItem] = [], problems: [ConfigProblemItem] = [],
        unknownKeys: [String] = [], toHost: [ConfigChange] = [], toDevice: [ConfigChange] = [],
        conflicts: [ConfigChange] = [], losses: [ConfigLossItem] = [], replies: [ConfigReply] = [],
        interrupted: [ConfigTransferItem] = [], transfer: Int64? = nil, saved: ConfigSaved? = nil,
        timings: [ConfigTimingItem] = [], figures: ConfigFigures = ConfigFigures(), failure: ConfigFailure? = nil
    ) {
        self.action = action
        self.device = device
        self.outcome = outcome
        self.held = held
        self.wanted = wanted
        self.differences = differences
        self.problems = problems
        self.unknownKeys = unknownKeys
        self.toHost = toHost
        self.toDevice = toDevice
        self.conflicts = conflicts
        self.losses = losses
        self.replies = replies
        self.interrupted = interrupted
        self.transfer = transfer
        self.saved = saved
        self.timings = timings
        self.figures = figures
        self.failure = failure
    }
}

/// One thing in which what a device holds is not what was meant
public struct ConfigDifferenceItem: Codable, Sendable, Hashable {
    public var what: ConfigDifferenceKind
    /// `ssid`, `mac`, `ble-name` or `ble-uuid`, where it is about an entry.
    public var list: String?
    public var text: String?
    public var setting: String?
    public var wanted: String?
    public var found: String?
    public var cause: ConfigDifferenceCause?
    public var limit: Int?

    public init(
        what: ConfigDifferenceKind, list: String? = nil, text: String? = nil, setting: String? = nil,
        wanted: String? = nil, found: String? = nil, cause: ConfigDifferenceCause? = nil, limit: Int? = nil
    ) {
        self.what = what
        self.list = list
        self.text = text
        self.setting = setting
        self.wanted = wanted
        self.found = found
        self.cause = cause
        self.limit = limit
    }
}

/// Something odd about a config
public struct ConfigProblemItem: Codable, Sendable, Hashable {
    public var what: ConfigProblemKind
    public var list: String?
    public var index: Int?
    public var text: String?
    public var setting: String?
    public var value: Int?
    public var most: Int?
    /// What is wrong with an entry: `empty`, `long`, `control-character`, `not-an-address`, `not-a-uuid`, `no-type`,
    /// `long-type`.
    public var fault: String?

    public init(
        what: ConfigProblemKind, list: String? = nil, index: Int? = nil, text: String? = nil, setting: String? = nil,
        value: Int? = nil, most: Int? = nil, fault: String? = nil
    ) {
        self.what = what
        self.list = list
        self.index = index
        self.text = text
        self.setting = setting
        self.value = value
        self.most = most
        self.fault = fault
    }
}

/// Something that a device cannot be told
public struct ConfigLossItem: Codable, Sendable, Hashable {
    public var what: ConfigLossKind
    public var list: String?
    public var text: String?
    public var setting: String?
    public var bytes: Int?
    public var most: Int?

    public init(
        what: ConfigLossKind, list: String? = nil, text: String? = nil, setting: String? = nil, bytes: Int? = nil,
        most: Int? = nil
    ) {
        self.what = what
        self.list = list
        self.text = text
        self.setting = setting
        self.bytes = bytes
        self.most = most
    }
}

/// One interval at which a device scans, measured by its stream
public struct ConfigTimingItem: Codable, Sendable, Hashable {
    public var setting: ScanSetting
    public var verdict: TimingVerdict
    /// By the config; absent where the scan is off.
    public var wantedMs: Int?
    /// From here to `highest_ms` is what counts as that.
    public var lowestMs: Int?
    public var highestMs: Int?
    /// The shortest that was seen; absent: none was.
    public var measuredMs: Int?
    /// Intervals that were seen.
    public var count: Int

    private enum CodingKeys: String, CodingKey {
        case setting, verdict, count
        case wantedMs = "wanted_ms"
        case lowestMs = "lowest_ms"
        case highestMs = "highest_ms"
        case measuredMs = "measured_ms"
    }

    public init(
        setting: ScanSetting, verdict: TimingVerdict, wantedMs: Int? = nil, lowestMs: Int? = nil, highestMs: Int? = nil,
        measuredMs: Int? = nil, count: Int = 0
    ) {
        self.setting = setting
        self.verdict = verdict
        self.wantedMs = wantedMs
        self.lowestMs = lowestMs
        self.highestMs = highestMs
        self.measuredMs = measuredMs
        self.count = count
    }
}

/// An entry or a setting, and what the sides say of it
public struct ConfigChange: Codable, Sendable, Hashable {
    public var list: String?
    public var text: String?
    public var setting: String?
    /// What both agreed on last.
    public var base: String?
    public var host: String?
    public var device: String?
    /// Whether an entry that the device is to lose stays there, disabled.
    public var staysDisabled: Bool?

    private enum CodingKeys: String, CodingKey {
        case list, text, setting, base, host, device
        case staysDisabled = "stays_disabled"
    }

    public init(
        list: String? = nil, text: String? = nil, setting: String? = nil, base: String? = nil, host: String? = nil,
        device: String? = nil, staysDisabled: Bool? = nil
    ) {
        self.list = list
        self.text = text
        self.setting = setting
        self.base = base
        self.host = host
        self.device = device
        self.staysDisabled = staysDisabled
    }
}

/// What a device said
public struct ConfigReply: Codable, Sendable, Hashable {
    public var event: String
    /// What the device says, which need not be so.
    public var success: Bool
    public var message: String
    /// Since it started.
    public var uptimeMs: Int?

    private enum CodingKeys: String, CodingKey {
        case event, success, message
        case uptimeMs = "uptime_ms"
    }

    public init(event: String, success: Bool, message: String, uptimeMs: Int? = nil) {
        self.event = event
        self.success = success
        self.message = message
        self.uptimeMs = uptimeMs
    }
}

/// How long things took, and how much went over the air
public struct ConfigFigures: Codable, Sendable, Hashable {
    /// ATT MTU of the connection; absent for a dongle.
    public var mtu: Int?
    /// Bytes of the config that was sent.
    public var bytes: Int?
    /// Writes that it took, markers included.
    public var writes: Int?
    /// Times that it was sent, or a part of it.
    public var attempts: Int?
    /// Times that the device was asked for its config.
    public var reads: Int?
    /// Notifications that were lost, as far as the link knows.
    public var lost: Int?
    /// Readings that were not as the one before.
    public var differing: Int?
    public var connectMs: Int?
    public var readMs: Int?
    public var writeMs: Int?
    public var verifyMs: Int?

    private enum CodingKeys: String, CodingKey {
        case mtu, bytes, writes, attempts, reads, lost, differing
        case connectMs = "connect_ms"
        case readMs = "read_ms"
        case writeMs = "write_ms"
        case verifyMs = "verify_ms"
    }

    public init(
        mtu: Int? = nil, bytes: Int? = nil, writes: Int? = nil, attempts: Int? = nil, reads: Int? = nil,
        lost: Int? = nil, differing: Int? = nil, connectMs: Int? = nil, readMs: Int? = nil, writeMs: Int? = nil,
        verifyMs: Int? = nil
    ) {
        self.mtu = mtu
        self.bytes = bytes
        self.writes = writes
        self.attempts = attempts
        self.reads = reads
        self.lost = lost
        self.differing = differing
        self.connectMs = connectMs
        self.readMs = readMs
        self.writeMs = writeMs
        self.verifyMs = verifyMs
    }
}

/// Why something did not go as it was meant to
public struct ConfigFailure: Codable, Sendable, Hashable {
    public var code: String
    public var message: String
    public var hint: String
    /// Entries without which it would fit, as `list:text`.
    public var toDisable: [String]?

    private enum CodingKeys: String, CodingKey {
        case code, message, hint
        case toDisable = "to_disable"
    }

    public init(code: String, message: String, hint: String, toDisable: [String]? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
        self.toDisable = toDisable
    }
}

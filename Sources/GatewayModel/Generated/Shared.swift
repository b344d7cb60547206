// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import BeaconTracking
import FlockFinder
import JSONLines

/// `verified` alone is success: the beacon was seen as it is to be. `written-unverified`: everything was written, and
/// seeing nothing, or what was there before, proves nothing. `failed`: it was not told to keep anything. `unknown`: it
/// may have been.
package enum ProvisioningState: String, Word {
    case 
        planned, connecting, authenticated, writing, saved, verified, writtenUnverified = "written-unverified", failed,
        unknown
    
}

/// `ours`: of the business that was chosen. `other`: of another one. `banned`: with a UUID that makers ship.
package enum PayfritBadgeKind: String, Word {
    case ours, other, banned, unknown
}

/// An error a part of the gateway met by itself
package struct ErrorReport: Codable, Sendable, Hashable {
    package var at: Timestamp
    /// As in `Problem/code`.
    package var code: String
    package var message: String
    package var hint: String

    package init(at: Timestamp, code: String, message: String, hint: String) {
        self.at = at
        self.code = code
        self.message = message
        self.hint = hint
    }
}

/// The database: the answer of `GET /v1/store`
package struct StoreStatus: Codable, Sendable, Hashable {
    /// Absent for a database in memory.
    package var path: String?
    /// Whether what happens is being written. False while the disk is full or the database fails.
    package var recording: Bool
    /// Why it is not recording, or what damage was found.
    package var error: ErrorReport?
    /// Bytes of the database and its log; absent for a database in memory.
    package var sizeBytes: Int64?
    /// The newest migration that was applied.
    package var schema: String
    /// Events kept at the moment.
    package var events: Int
    /// Events, outages and comings of dongles that could not be recorded since the start.
    package var unrecorded: UInt64
    /// Whether a backup took its place when the gateway started.
    package var restored: Bool
    /// Where the one before is kept, if there was one.
    package var replaced: String?

    private enum CodingKeys: String, CodingKey {
        case path, recording, error, schema, events, unrecorded, restored, replaced
        case sizeBytes = "size_bytes"
    }

    package init(
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
package struct DongleStatus: Codable, Sendable, Hashable {
    /// Absent until the first greeting.
    package var id: String?
    /// The name that people gave it.
    package var alias: String?
    /// The port it is on, or was on last.
    package var port: String
    package var state: DongleState
    /// Since when it is in that state.
    package var since: Timestamp
    package var simulated: Bool
    package var scanning: Bool
    /// Name and version of the firmware; absent until it was asked.
    package var firmware: String?
    package var retryInMs: Int?
    /// What went wrong last.
    package var lastError: ErrorReport?
    /// Times the link was lost since this gateway started.
    package var outages: Int
    /// Absent while no port is open.
    package var link: LinkQuality?

    private enum CodingKeys: String, CodingKey {
        case id, alias, port, state, since, simulated, scanning, firmware, outages, link
        case retryInMs = "retry_in_ms"
        case lastError = "last_error"
    }

    package init(
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
package struct LinkQuality: Codable, Sendable, Hashable {
    /// Smoothed round trip of requests, milliseconds; nil before the first.
    package var roundTripMs: Double?
    package var framesReceived: UInt64
    package var framesSent: UInt64
    /// Stretches of bytes that were no valid frame.
    package var framesRejected: UInt64
    /// Requests sent again.
    package var retransmissions: UInt64
    /// Sessions opened, the first included.
    package var sessions: UInt64
    package var adverts: UInt64
    /// Adverts the dongle heard that did not arrive, exact.
    package var advertsLost: UInt64
    /// Adverts the gateway itself was too slow for, exact.
    package var advertsMissed: UInt64

    private enum CodingKeys: String, CodingKey {
        case retransmissions, sessions, adverts
        case roundTripMs = "round_trip_ms"
        case framesReceived = "frames_received"
        case framesSent = "frames_sent"
        case framesRejected = "frames_rejected"
        case advertsLost = "adverts_lost"
        case advertsMissed = "adverts_missed"
    }

    package init(
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
package struct ProvisioningBatch: Codable, Sendable, Hashable {
    package var batch: Int64
    /// Beacons at a time.
    package var parallel: Int
    package var runs: [ProvisioningRun]

    package init(batch: Int64, parallel: Int, runs: [ProvisioningRun]) {
        self.batch = batch
        self.parallel = parallel
        self.runs = runs
    }
}

/// One provisioning of one beacon; in a stream with `v`, `ts` and `type`, which is `run`
package struct ProvisioningRun: Codable, Sendable, Hashable {
    /// Never used again.
    package var id: Int64
    /// What was begun together has the same.
    package var batch: Int64
    package var state: ProvisioningState
    /// That was begun last in this attempt; 0 before the first.
    package var step: Int
    /// In all.
    package var steps: Int
    /// Why it ended, or stands still.
    package var reason: RunReason?
    package var address: BluetoothAddress
    /// Absent until it was heard.
    package var addressType: AddressType?
    package var name: String
    package var uuid: ProximityUUID
    package var major: Int
    package var minor: Int
    /// dBm.
    package var rssiAt1m: Int
    package var intervalMs: Int
    package var txPower: Int
    /// Name of the beacon profile.
    package var profile: String
    /// Id of that of the last attempt.
    package var dongle: String?
    /// How often it was begun.
    package var attempts: Int
    package var created: Timestamp
    package var updated: Timestamp
    /// What the beacon was before.
    package var found: RunIdentity?
    /// Where the new identity was seen.
    package var seenAddress: BluetoothAddress?
    /// dBm.
    package var seenRSSI: Int?
    package var simulated: Bool?

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

    package init(
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
package struct RunReason: Codable, Sendable, Hashable {
    /// Stable, for scripts.
    package var code: String
    package var message: String
    /// What to do next.
    package var hint: String

    package init(code: String, message: String, hint: String) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}

/// What the beacon was before the first write
package struct RunIdentity: Codable, Sendable, Hashable {
    package var uuid: ProximityUUID
    package var major: Int
    package var minor: Int

    package init(uuid: ProximityUUID, major: Int, minor: Int) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }
}

/// How detection goes; counts are since the start
package struct DetectionStatus: Codable, Sendable, Hashable {
    /// Whether adverts are compared with patterns at the moment.
    package var active: Bool
    /// Enabled ones.
    package var patterns: Int
    package var devices: Int
    /// Most devices that are kept.
    package var capacity: Int
    /// Those that matched.
    package var sightings: UInt64
    /// Devices that went for want of room.
    package var evicted: UInt64
    /// Wi-Fi sightings that did not reach the gateway.
    package var wifiLost: UInt64
    /// Devices of the tier high that the event log was not told of, because too many came at once.
    package var eventsSuppressed: UInt64
    /// Devices that could not be stored at first.
    package var notStored: UInt64
    /// Changes that slow readers have missed.
    package var missed: UInt64
    /// FlockFinders that are to be listened to. 0...8.
    package var attached: Int
    /// Those of them that are at the moment. 0...8.
    package var listening: Int

    private enum CodingKeys: String, CodingKey {
        case active, patterns, devices, capacity, sightings, evicted, missed, attached, listening
        case wifiLost = "wifi_lost"
        case eventsSuppressed = "events_suppressed"
        case notStored = "not_stored"
    }

    package init(
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
package struct PayfritBadge: Codable, Sendable, Hashable {
    package var kind: PayfritBadgeKind
    /// Of the table, where it is ours; of the business, where it is another's.
    package var name: String?

    package init(kind: PayfritBadgeKind, name: String? = nil) {
        self.kind = kind
        self.name = name
    }
}

/// First line of every stream; type `start`
package struct StreamStart: Codable, Sendable, Hashable {
    package var stream: String
    /// Ids of those that are live.
    package var dongles: [String]
    package var simulated: Bool

    package init(stream: String, dongles: [String], simulated: Bool) {
        self.stream = stream
        self.dongles = dongles
        self.simulated = simulated
    }
}

/// Types `lost` (a dongle heard them, the gateway did not get them) and `missed` (the reader was too slow); exact
package struct CountLine: Codable, Sendable, Hashable {
    package var dongle: String?
    package var count: UInt64

    package init(dongle: String? = nil, count: UInt64) {
        self.dongle = dongle
        self.count = count
    }
}

package enum DongleLogLevel: String, Word {
    case error, warning, info, debug
}

/// Types `start`, `log`, `idle`, `end`
package struct DongleLogLine: Codable, Sendable, Hashable {
    package var ts: Timestamp
    package var type: String
    package var level: DongleLogLevel?
    package var uptimeMs: UInt32?
    package var text: String?
    package var droppedBefore: UInt32?

    private enum CodingKeys: String, CodingKey {
        case ts, type, level, text
        case uptimeMs = "uptime_ms"
        case droppedBefore = "dropped_before"
    }

    package init(
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
package enum StreamEndReason: String, Word {
    case asked, duration, stopping
}

/// `active`: scan requests are sent.
package enum ScanMode: String, Word {
    case active, passive
}

/// Types `interrupted`, `restored` and `failed`
package struct LinkLine: Codable, Sendable, Hashable {
    package var dongle: String
    package var message: String
    package var error: Problem?

    package init(dongle: String, message: String, error: Problem? = nil) {
        self.dongle = dongle
        self.message = message
        self.error = error
    }
}

/// Type `end`, the last line of a stream of adverts
package struct StreamEnd: Codable, Sendable, Hashable {
    package var received: UInt64
    package var lost: UInt64
    package var missed: UInt64
    package var filtered: UInt64
    package var malformed: UInt64
    package var interruptions: Int
    package var reason: StreamEndReason

    package init(
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
package enum RegionMeaning: String, Word {
    case enter, exit, determined, lost, now
}

/// Type `region`; a change, or with the meaning `now` how it stands
package struct RegionLine: Codable, Sendable, Hashable {
    package var ts: Timestamp
    package var region: String
    package var from: RegionState
    package var to: RegionState
    package var meaning: RegionMeaning
    /// In words.
    package var reason: String
    /// UUID/major/minor of the beacon that decided.
    package var beacon: String?
    /// dBm.
    package var rssi: Int?
    package var simulated: Bool?

    package init(
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
package struct RangingLine: Codable, Sendable, Hashable {
    package var ts: Timestamp
    /// Whether any dongle listens; where none does, an empty list means nothing.
    package var listening: Bool
    /// Why none does.
    package var message: String?
    /// Nearest first: by proximity, then by accuracy, undetermined last.
    package var beacons: [BeaconRange]
    /// Beacons left out.
    package var omitted: Int?

    package init(ts: Timestamp, listening: Bool, message: String? = nil, beacons: [BeaconRange], omitted: Int? = nil) {
        self.ts = ts
        self.listening = listening
        self.message = message
        self.beacons = beacons
        self.omitted = omitted
    }
}

/// Types `start`, `notification`, `lost`, `idle`, `disconnected`
package struct NotificationLine: Codable, Sendable, Hashable {
    package var ts: Timestamp
    package var type: String
    package var handle: UInt16?
    package var hex: String?
    package var count: UInt64?
    package var error: Problem?

    package init(
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

package enum ConfigPhase: String, Word {
    case searching, connecting, reading, writing, verifying, saving, restarting, measuring
}

/// `said`: the device says so. `in-flash`: by a digest of its flash. `proven`: it was seen after a restart.
package enum ConfigSaved: String, Word {
    case no, said, inFlash = "in-flash", proven
}

package enum ConfigDifferenceKind: String, Word {
    case missing, unexpected, type, enabled, setting, version
}

/// `limit`: the list is as full as the device keeps it.
package enum ConfigDifferenceCause: String, Word {
    case limit
}

/// `coarse`: of `value` addresses the device compares the first `most` digits alone; `unkept`: of `value` bytes the
/// device can keep `most` over a restart; `deaf`: `value` entries of a list never match there; `misspelled`: `value`
/// entries would, if they were spelled as a push does it.
package enum ConfigProblemKind: String, Word {
    case badEntry = "bad-entry", repeated, outOfRange = "out-of-range", unkept, coarse, deaf, misspelled
}

/// `capitals`: an entry is sent without that its capitals count; `deaf`: the list is sent, and its entries never match
/// there; `unkept`: the device cannot keep it over a restart; otherwise the device has no such setting or list.
package enum ConfigLossKind: String, Word {
    case capitals, setting, list, deaf, unkept
}

/// `not-seen`: not often enough; `off`: it belongs to a scan that is switched off.
package enum TimingVerdict: String, Word {
    case asSet = "as-set", differs, notSeen = "not-seen", off
}

/// How far an order is
package struct ConfigProgress: Codable, Sendable, Hashable {
    package var phase: ConfigPhase
    /// Bytes so far, and in all where that is known.
    package var bytes: Int?
    package var of: Int?

    package init(phase: ConfigPhase, bytes: Int? = nil, of: Int? = nil) {
        self.phase = phase
        self.bytes = bytes
        self.of = of
    }
}

/// What became of an order
package struct ConfigReport: Codable, Sendable, Hashable {
    package var action: ConfigAction
    package var device: ConfigDevice
    /// Absent where nothing was to change.
    package var outcome: SyncOutcome?
    /// What the device holds, word by word, but that control characters are escaped, and that U+10FF80 to U+10FFFF
    /// stand for bytes 80 to ff that are no part of a UTF-8 text; absent where it could not be read.
    package var held: String?
    /// What it was to hold, word by word.
    package var wanted: String?
    /// In what the two differ.
    package var differences: [ConfigDifferenceItem]
    /// What is odd about the config that it holds.
    package var problems: [ConfigProblemItem]
    /// Keys of it that mean nothing to this program.
    package var unknownKeys: [String]
    /// What the tables took over from the device, or would.
    package var toHost: [ConfigChange]
    /// What the device took over from the tables, or was to.
    package var toDevice: [ConfigChange]
    /// What both have changed, and nobody has settled.
    package var conflicts: [ConfigChange]
    /// What of the tables, or of the text, the device cannot be told.
    package var losses: [ConfigLossItem]
    /// What the device said, which need not be true.
    package var replies: [ConfigReply]
    /// What an earlier transfer has left: one that was cut short, one whose config is gone though it was `applied`, or
    /// a made-up config of a roundtrip.
    package var interrupted: [ConfigTransferItem]
    /// Number of the transfer, by which `restore` brings back what it replaced.
    package var transfer: Int64?
    /// Whether it is kept over a restart; absent where that is not known.
    package var saved: ConfigSaved?
    /// What was measured of the intervals at which it scans.
    package var timings: [ConfigTimingItem]
    package var figures: ConfigFigures
    /// Why it did not go as it was meant to.
    package var failure: ConfigFailure?

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

    package init(
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
package struct ConfigDifferenceItem: Codable, Sendable, Hashable {
    package var what: ConfigDifferenceKind
    /// `ssid`, `mac`, `ble-name` or `ble-uuid`, where it is about an entry.
    package var list: String?
    package var text: String?
    package var setting: String?
    package var wanted: String?
    package var found: String?
    package var cause: ConfigDifferenceCause?
    package var limit: Int?

    package init(
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
package struct ConfigProblemItem: Codable, Sendable, Hashable {
    package var what: ConfigProblemKind
    package var list: String?
    package var index: Int?
    package var text: String?
    package var setting: String?
    package var value: Int?
    package var most: Int?
    /// What is wrong with an entry: `empty`, `long`, `control-character`, `not-an-address`, `not-a-uuid`, `no-type`,
    /// `long-type`.
    package var fault: String?

    package init(
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
package struct ConfigLossItem: Codable, Sendable, Hashable {
    package var what: ConfigLossKind
    package var list: String?
    package var text: String?
    package var setting: String?
    package var bytes: Int?
    package var most: Int?

    package init(
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
package struct ConfigTimingItem: Codable, Sendable, Hashable {
    package var setting: ScanSetting
    package var verdict: TimingVerdict
    /// By the config; absent where the scan is off.
    package var wantedMs: Int?
    /// From here to `highest_ms` is what counts as that.
    package var lowestMs: Int?
    package var highestMs: Int?
    /// The shortest that was seen; absent: none was.
    package var measuredMs: Int?
    /// Intervals that were seen.
    package var count: Int

    private enum CodingKeys: String, CodingKey {
        case setting, verdict, count
        case wantedMs = "wanted_ms"
        case lowestMs = "lowest_ms"
        case highestMs = "highest_ms"
        case measuredMs = "measured_ms"
    }

    package init(
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
package struct ConfigChange: Codable, Sendable, Hashable {
    package var list: String?
    package var text: String?
    package var setting: String?
    /// What both agreed on last.
    package var base: String?
    package var host: String?
    package var device: String?
    /// Whether an entry that the device is to lose stays there, disabled.
    package var staysDisabled: Bool?

    private enum CodingKeys: String, CodingKey {
        case list, text, setting, base, host, device
        case staysDisabled = "stays_disabled"
    }

    package init(
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
package struct ConfigReply: Codable, Sendable, Hashable {
    package var event: String
    /// What the device says, which need not be so.
    package var success: Bool
    package var message: String
    /// Since it started.
    package var uptimeMs: Int?

    private enum CodingKeys: String, CodingKey {
        case event, success, message
        case uptimeMs = "uptime_ms"
    }

    package init(event: String, success: Bool, message: String, uptimeMs: Int? = nil) {
        self.event = event
        self.success = success
        self.message = message
        self.uptimeMs = uptimeMs
    }
}

/// How long things took, and how much went over the air
package struct ConfigFigures: Codable, Sendable, Hashable {
    /// ATT MTU of the connection; absent for a dongle.
    package var mtu: Int?
    /// Bytes of the config that was sent.
    package var bytes: Int?
    /// Writes that it took, markers included.
    package var writes: Int?
    /// Times that it was sent, or a part of it.
    package var attempts: Int?
    /// Times that the device was asked for its config.
    package var reads: Int?
    /// Notifications that were lost, as far as the link knows.
    package var lost: Int?
    /// Readings that were not as the one before.
    package var differing: Int?
    package var connectMs: Int?
    package var readMs: Int?
    package var writeMs: Int?
    package var verifyMs: Int?

    private enum CodingKeys: String, CodingKey {
        case mtu, bytes, writes, attempts, reads, lost, differing
        case connectMs = "connect_ms"
        case readMs = "read_ms"
        case writeMs = "write_ms"
        case verifyMs = "verify_ms"
    }

    package init(
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
package struct ConfigFailure: Codable, Sendable, Hashable {
    package var code: String
    package var message: String
    package var hint: String
    /// Entries without which it would fit, as `list:text`.
    package var toDisable: [String]?

    private enum CodingKeys: String, CodingKey {
        case code, message, hint
        case toDisable = "to_disable"
    }

    package init(code: String, message: String, hint: String, toDisable: [String]? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
        self.toDisable = toDisable
    }
}

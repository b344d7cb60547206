// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import BeaconTracking
import FlockFinder
import LineFormats

/// `verified`: the beacon was heard with its new identity; this is the only success. `written-unverified`: everything
/// was written, but the new identity was not heard, which proves nothing. `failed`: nothing was saved on the beacon.
/// `unknown`: it is not known whether anything was saved on the beacon.
package enum ProvisioningState: String, Word {
    case 
        planned, connecting, authenticated, writing, saved, verified, writtenUnverified = "written-unverified", failed,
        unknown
    
}

/// `ours`: the beacon belongs to the chosen business. `other`: it belongs to another business. `banned`: it has a UUID
/// that makers ship.
package enum PayfritBadgeKind: String, Word {
    case ours, other, banned, unknown
}

/// What a session of the console may do. `viewer`: read. `crew`: also put beacons on tables and use devices. `admin`:
/// everything. `till`: only the till, which every role reaches: members log in there themselves.
package enum Role: String, Word {
    case viewer, crew, admin, till
}

/// An error that a part of the gateway met without a request.
package struct ErrorReport: Codable, Sendable, Hashable {
    package var at: Timestamp
    /// Code as in `Problem/code`.
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

/// The database: the answer of `GET /v1/store`.
package struct StoreStatus: Codable, Sendable, Hashable {
    /// Path of the file; absent for a database in memory.
    package var path: String?
    /// Whether the database records; false while the disk is full or the database fails.
    package var recording: Bool
    /// Reason why the database does not record, or damage that was found.
    package var error: ErrorReport?
    /// Size of the database and its log, in bytes; absent for a database in memory.
    package var sizeBytes: Int64?
    /// Newest migration that was applied.
    package var schema: String
    /// Number of events in the log.
    package var events: Int
    /// Number of events, outages and new dongles that could not be recorded since the start.
    package var unrecorded: UInt64
    /// Whether the gateway started with a restored backup.
    package var restored: Bool
    /// Path of the database before the restore, if there was one.
    package var replaced: String?
    /// Paths of the copies from before upgrades, newest first; absent if there are none.
    package var copies: [String]?

    private enum CodingKeys: String, CodingKey {
        case path, recording, error, schema, events, unrecorded, restored, replaced, copies
        case sizeBytes = "size_bytes"
    }

    package init(
        path: String? = nil, recording: Bool, error: ErrorReport? = nil, sizeBytes: Int64? = nil, schema: String,
        events: Int, unrecorded: UInt64, restored: Bool, replaced: String? = nil, copies: [String]? = nil
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
        self.copies = copies
    }
}

/// A dongle that is connected or known from earlier.
package struct DongleStatus: Codable, Sendable, Hashable {
    /// Id; absent until the first greeting.
    package var id: String?
    /// Name that a user gave the dongle.
    package var alias: String?
    /// Current port, or else the last one.
    package var port: String
    package var state: DongleState
    /// Time of the last change of `state`.
    package var since: Timestamp
    package var simulated: Bool
    package var scanning: Bool
    /// Name and version of the firmware; absent until the dongle has reported them.
    package var firmware: String?
    package var retryInMs: Int?
    /// Last error.
    package var lastError: ErrorReport?
    /// Number of times that the link was lost since this gateway started.
    package var outages: Int
    /// Statistics of the link; absent while no port is open.
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

/// Statistics of a link since its port was opened.
package struct LinkQuality: Codable, Sendable, Hashable {
    /// Smoothed round-trip time of requests, in milliseconds; absent before the first.
    package var roundTripMs: Double?
    package var framesReceived: UInt64
    package var framesSent: UInt64
    /// Sequences of bytes that were not a valid frame.
    package var framesRejected: UInt64
    /// Requests sent again.
    package var retransmissions: UInt64
    /// Number of sessions opened, including the first.
    package var sessions: UInt64
    package var adverts: UInt64
    /// Exact number of adverts that the dongle heard and the gateway did not receive.
    package var advertsLost: UInt64
    /// Exact number of adverts dropped because the gateway was too slow.
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

/// Runs that were started together: the answer of `POST /v1/provisioning/runs`, `…/resume` and `…/verify`.
package struct ProvisioningBatch: Codable, Sendable, Hashable {
    package var batch: Int64
    /// Number of beacons provisioned at a time.
    package var parallel: Int
    package var runs: [ProvisioningRun]

    package init(batch: Int64, parallel: Int, runs: [ProvisioningRun]) {
        self.batch = batch
        self.parallel = parallel
        self.runs = runs
    }
}

/// One attempt to provision one beacon; in a stream, a line of the type `run` with `v`, `ts` and `type`.
package struct ProvisioningRun: Codable, Sendable, Hashable {
    /// Number of the run, never reused.
    package var id: Int64
    /// Number shared by the runs that were started together.
    package var batch: Int64
    package var state: ProvisioningState
    /// Last step that was started in this attempt; 0 before the first.
    package var step: Int
    /// Number of all steps.
    package var steps: Int
    /// Reason why the run ended or is waiting.
    package var reason: RunReason?
    package var address: BluetoothAddress
    /// Address type; absent until the beacon was heard.
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
    /// Id of the dongle of the last attempt.
    package var dongle: String?
    /// Number of attempts.
    package var attempts: Int
    package var created: Timestamp
    package var updated: Timestamp
    /// Identity of the beacon before the run.
    package var found: RunIdentity?
    /// Address at which the new identity was heard.
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

/// Reason for the end of a run.
package struct RunReason: Codable, Sendable, Hashable {
    /// Stable code, for scripts.
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

/// Identity of the beacon before the first write.
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

/// State of the detection by patterns; counts are since the start.
package struct DetectionStatus: Codable, Sendable, Hashable {
    /// Whether adverts are being compared with patterns.
    package var active: Bool
    /// Number of enabled patterns.
    package var patterns: Int
    package var devices: Int
    /// Maximum number of devices kept.
    package var capacity: Int
    /// Number of sightings that matched.
    package var sightings: UInt64
    /// Devices removed to make room.
    package var evicted: UInt64
    /// Wi-Fi sightings that did not reach the gateway.
    package var wifiLost: UInt64
    /// Devices of the tier high that were left out of the event log, because too many came at once.
    package var eventsSuppressed: UInt64
    /// Devices that could not be stored at the first attempt.
    package var notStored: UInt64
    /// Changes that slow readers missed.
    package var missed: UInt64
    /// Number of attached FlockFinders. Range: 0...8.
    package var attached: Int
    /// Number of attached FlockFinders that are connected and followed now. Range: 0...8.
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

/// Owner of a beacon. In streams and tables it is present while a user is logged in and the owner is known.
package struct PayfritBadge: Codable, Sendable, Hashable {
    package var kind: PayfritBadgeKind
    /// Name of the table if the beacon is ours; name of the business if it belongs to another.
    package var name: String?

    package init(kind: PayfritBadgeKind, name: String? = nil) {
        self.kind = kind
        self.name = name
    }
}

/// First line of every stream, of the type `start`.
package struct StreamStart: Codable, Sendable, Hashable {
    package var stream: String
    /// Ids of the live dongles.
    package var dongles: [String]
    package var simulated: Bool

    package init(stream: String, dongles: [String], simulated: Bool) {
        self.stream = stream
        self.dongles = dongles
        self.simulated = simulated
    }
}

/// Line of the types `lost` (adverts that a dongle heard and the gateway did not receive) and `missed` (lines for which
/// the reader was too slow); the count is exact.
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

/// Line of the types `start`, `log`, `idle` and `end`.
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

/// Reason for the end of a stream. `asked`: a client ended it with `DELETE /v1/streams/{stream}`. `duration`: its
/// `duration_ms` is over. `stopping`: the gateway stops.
package enum StreamEndReason: String, Word {
    case asked, duration, stopping
}

/// Line of the types `interrupted`, `restored` and `failed`.
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

/// Line of the type `end`, the last one of a stream of adverts.
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

/// Meaning of a line. `enter`: the region was entered. `exit`: it was left. `determined`: its state is known now,
/// without an enter or exit. `lost`: no dongle listens, or the one that heard the region last does not, so the state is
/// unknown. `now`: state at the beginning of the stream.
package enum RegionMeaning: String, Word {
    case enter, exit, determined, lost, now
}

/// Line of the type `region`: a change, or with the meaning `now` the current state.
package struct RegionLine: Codable, Sendable, Hashable {
    package var ts: Timestamp
    package var region: String
    package var from: RegionState
    package var to: RegionState
    package var meaning: RegionMeaning
    /// Reason as a sentence.
    package var reason: String
    /// UUID/major/minor of the beacon that caused the change.
    package var beacon: String?
    /// RSSI of that beacon, dBm.
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

/// Line of the type `sample`.
package struct PlacementSample: Codable, Sendable, Hashable {
    package var ts: Timestamp
    /// Whether any dongle listens.
    package var isListening: Bool
    /// Reason why no dongle listens.
    package var message: String?
    /// `waiting`: not heard for fewer than three seconds. `searching`: not heard for longer; the count starts again.
    /// `counted`: strong enough. `too-weak`: the count starts again. `detected`: sent once. `waiting`, `searching`,
    /// `counted`, `too-weak` or `detected`.
    package var verdict: String
    /// Mean signal since the last sample, dBm.
    package var rssi: Int?
    /// Strong samples in a row.
    package var samples: Int
    /// Strong samples needed.
    package var wanted: Int
    /// Weakest sample that counts, dBm.
    package var threshold: Int
    /// Mean of the samples, dBm; absent before the detection.
    package var average: Int?
    package var proximity: Proximity?
    /// Estimated distance in metres, -1 = undetermined.
    package var accuracy: Double?

    private enum CodingKeys: String, CodingKey {
        case ts, message, verdict, rssi, samples, wanted, threshold, average, proximity, accuracy
        case isListening = "listening"
    }

    package init(
        ts: Timestamp, isListening: Bool, message: String? = nil, verdict: String, rssi: Int? = nil, samples: Int,
        wanted: Int, threshold: Int, average: Int? = nil, proximity: Proximity? = nil, accuracy: Double? = nil
    ) {
        self.ts = ts
        self.isListening = isListening
        self.message = message
        self.verdict = verdict
        self.rssi = rssi
        self.samples = samples
        self.wanted = wanted
        self.threshold = threshold
        self.average = average
        self.proximity = proximity
        self.accuracy = accuracy
    }
}

/// Line of the type `ranging`, sent once a second.
package struct RangingLine: Codable, Sendable, Hashable {
    package var ts: Timestamp
    /// Whether any dongle listens; if none does, an empty list means nothing.
    package var listening: Bool
    /// Reason why no dongle listens.
    package var message: String?
    /// Beacons, nearest first: ordered by proximity, then accuracy; undetermined ones last.
    package var beacons: [BeaconRange]
    /// Number of beacons left out.
    package var omitted: Int?

    package init(ts: Timestamp, listening: Bool, message: String? = nil, beacons: [BeaconRange], omitted: Int? = nil) {
        self.ts = ts
        self.listening = listening
        self.message = message
        self.beacons = beacons
        self.omitted = omitted
    }
}

/// Line of the types `start`, `notification`, `lost`, `idle` and `disconnected`.
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

/// Line of the type `nearby`.
package struct NearbyLine: Codable, Sendable, Hashable {
    /// Whether any dongle listens; if none does, an empty list means nothing.
    package var isListening: Bool
    /// Strongest signal first.
    package var beacons: [NearbyBeacon]
    /// Number of other devices heard.
    package var others: Int

    private enum CodingKeys: String, CodingKey {
        case beacons, others
        case isListening = "listening"
    }

    package init(isListening: Bool, beacons: [NearbyBeacon], others: Int) {
        self.isListening = isListening
        self.beacons = beacons
        self.others = others
    }
}

/// A beacon that can be provisioned, or one that is set up or refused already.
package struct NearbyBeacon: Codable, Sendable, Hashable {
    package var address: BluetoothAddress
    package var addressType: AddressType
    /// `cp28`: a factory beacon that can be provisioned. `other-factory`: a factory beacon of another kind.
    /// `unsuitable`: it refused an earlier run for good. `cp28`, `other-factory`, `unsuitable` or `provisioned`.
    package var kind: String
    /// Name that the beacon sends.
    package var name: String?
    /// Table or beacon that has its identity.
    package var table: String?
    /// Reason why it is unsuitable.
    package var reason: String?
    /// Mean signal of the last 3 s, dBm.
    package var rssi: Int?
    package var lastSeen: Timestamp

    private enum CodingKeys: String, CodingKey {
        case address, kind, name, table, reason, rssi
        case addressType = "address_type"
        case lastSeen = "last_seen"
    }

    package init(
        address: BluetoothAddress, addressType: AddressType, kind: String, name: String? = nil, table: String? = nil,
        reason: String? = nil, rssi: Int? = nil, lastSeen: Timestamp
    ) {
        self.address = address
        self.addressType = addressType
        self.kind = kind
        self.name = name
        self.table = table
        self.reason = reason
        self.rssi = rssi
        self.lastSeen = lastSeen
    }
}

package enum ConfigPhase: String, Word {
    case searching, connecting, reading, writing, verifying, saving, restarting, measuring
}

/// Whether the config is saved. `said`: the device says so. `in-flash`: the dongle's next start runs it, as a digest of
/// its flash or, for its factory config, the dongle itself says. `proven`: it was read after a restart.
package enum ConfigSaved: String, Word {
    case no, said, inFlash = "in-flash", proven
}

package enum ConfigDifferenceKind: String, Word {
    case missing, unexpected, type, enabled, setting, version
}

/// Cause of a difference. `limit`: the list has as many entries as the device can hold.
package enum ConfigDifferenceCause: String, Word {
    case limit
}

/// `coarse`: of `value` addresses, the device compares only the first `most` digits. `unkept`: the config has `value`
/// bytes, of which the device can keep `most` over a restart. `deaf`: `value` entries of a list never match on the
/// device. `misspelled`: `value` entries do not match because of their spelling; a push corrects it.
package enum ConfigProblemKind: String, Word {
    case badEntry = "bad-entry", repeated, outOfRange = "out-of-range", unkept, coarse, deaf, misspelled
}

/// `capitals`: an entry is case-sensitive, but the device ignores case. `deaf`: the list is sent, but its entries never
/// match on the device. `unkept`: the device cannot keep the config over a restart. `setting`, `list`: the device has
/// no such setting or list.
package enum ConfigLossKind: String, Word {
    case capitals, setting, list, deaf, unkept
}

/// `not-seen`: the interval was not seen often enough. `off`: the interval belongs to a scan that is switched off.
package enum TimingVerdict: String, Word {
    case asSet = "as-set", differs, notSeen = "not-seen", off
}

/// Progress of an order.
package struct ConfigProgress: Codable, Sendable, Hashable {
    package var phase: ConfigPhase
    /// Bytes so far; `of` is the total, if it is known.
    package var bytes: Int?
    package var of: Int?

    package init(phase: ConfigPhase, bytes: Int? = nil, of: Int? = nil) {
        self.phase = phase
        self.bytes = bytes
        self.of = of
    }
}

/// Result of a config order.
package struct ConfigReport: Codable, Sendable, Hashable {
    package var action: ConfigAction
    package var device: ConfigDevice
    /// Outcome; absent if there was nothing to change.
    package var outcome: SyncOutcome?
    /// Config that the device holds, verbatim, except that control characters are escaped, and that U+10FF80 to
    /// U+10FFFF stand for bytes 80 to ff that are not valid UTF-8; absent if it could not be read.
    package var held: String?
    /// SHA-256, in hexadecimal, of the config's bytes as the device has them. A dongle may have none, and then holds
    /// what `held` describes.
    package var heldSha256: String?
    /// Whether the device holds its factory config: a dongle says so, a FlockFinder's is known by its bytes; absent if
    /// that is not known.
    package var factory: Bool?
    /// The dongle's flash; absent for other devices.
    package var flash: ConfigFlash?
    /// Config that the device should hold, verbatim.
    package var wanted: String?
    /// Differences between `held` and `wanted`.
    package var differences: [ConfigDifferenceItem]
    /// Problems of the config that the device holds.
    package var problems: [ConfigProblemItem]
    /// Keys of the device's config that this program does not know.
    package var unknownKeys: [String]
    /// Changes that the tables took over from the device, or would take over.
    package var toHost: [ConfigChange]
    /// Changes that the device took over from the tables, or should take over.
    package var toDevice: [ConfigChange]
    /// Unresolved conflicts: values that both sides changed.
    package var conflicts: [ConfigChange]
    /// Parts of the tables or the text that the device does not support.
    package var losses: [ConfigLossItem]
    /// Replies of the device, which need not be true.
    package var replies: [ConfigReply]
    /// Earlier transfers that left something behind: one that was interrupted, one whose config is gone although it was
    /// `applied`, or the test config of a roundtrip.
    package var interrupted: [ConfigTransferItem]
    /// Number of the transfer, with which `restore` brings back the replaced config.
    package var transfer: Int64?
    /// Whether the config survives a restart; absent if that is not known.
    package var saved: ConfigSaved?
    /// Measured scan intervals of the device.
    package var timings: [ConfigTimingItem]
    package var figures: ConfigFigures
    /// Error that the order ended with; absent after success.
    package var failure: ConfigFailure?

    private enum CodingKeys: String, CodingKey {
        case action
        case device
        case outcome
        case held
        case factory
        case flash
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
        case heldSha256 = "held_sha256"
        case unknownKeys = "unknown_keys"
        case toHost = "to_host"
        case toDevice = "to_device"
    }

    package init(
        action: ConfigAction, device: ConfigDevice, outcome: SyncOutcome? = nil, held: String? = nil,
        heldSha256: String? = nil, factory: Bool? = nil, flash: ConfigFlash? = nil, wanted: String? = nil,
        differences: [ConfigDifferenceItem] = [], problems: [ConfigProblemItem] = [], unknownKeys: [String] = [],
        toHost: [ConfigChange] = [], toDevice: [ConfigChange] = [], conflicts: [ConfigChange] = [],
        losses: [ConfigLossItem] = [], replies: [ConfigReply] = [], interrupted: [ConfigTransferItem] = [],
        transfer: Int64? = nil, saved: ConfigSaved? = nil, timings: [ConfigTimingItem] = [],
        figures: ConfigFigures = ConfigFigures(), failure: ConfigFailure? = nil
    ) {
        self.action = action
        self.device = device
        self.outcome = outcome
        self.held = held
        self.heldSha256 = heldSha256
        self.factory = factory
        self.flash = flash
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

/// What a dongle says about its flash.
package struct ConfigFlash: Codable, Sendable, Hashable {
    /// Whether the next start runs the config that the dongle holds now.
    package var startsWithHeld: Bool
    /// Length of the saved config; 0: none, so that the next start runs the factory config.
    package var savedBytes: Int
    /// SHA-256 of the saved config, in hexadecimal.
    package var savedSha256: String?

    private enum CodingKeys: String, CodingKey {
        case startsWithHeld = "starts_with_held"
        case savedBytes = "saved_bytes"
        case savedSha256 = "saved_sha256"
    }

    package init(startsWithHeld: Bool, savedBytes: Int, savedSha256: String? = nil) {
        self.startsWithHeld = startsWithHeld
        self.savedBytes = savedBytes
        self.savedSha256 = savedSha256
    }
}

/// One difference between the config of a device and the wanted one.
package struct ConfigDifferenceItem: Codable, Sendable, Hashable {
    package var what: ConfigDifferenceKind
    /// `ssid`, `mac`, `ble-name` or `ble-uuid`, if the difference is about an entry.
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

/// Problem of a config.
package struct ConfigProblemItem: Codable, Sendable, Hashable {
    package var what: ConfigProblemKind
    package var list: String?
    package var index: Int?
    package var text: String?
    package var setting: String?
    package var value: Int?
    package var most: Int?
    /// Error of an entry: `empty`, `long`, `control-character`, `not-an-address`, `not-a-uuid`, `no-type`, `long-type`.
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

/// Part of a config that a device does not support.
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

/// One scan interval of a device, measured from its stream.
package struct ConfigTimingItem: Codable, Sendable, Hashable {
    package var setting: ScanSetting
    package var verdict: TimingVerdict
    /// Interval in the config, in milliseconds; absent if the scan is off.
    package var wantedMs: Int?
    /// Shortest interval that counts as equal; `highest_ms` is the longest.
    package var lowestMs: Int?
    package var highestMs: Int?
    /// Shortest interval that was seen, in milliseconds; absent if none was seen.
    package var measuredMs: Int?
    /// Number of intervals that were seen.
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

/// An entry or a setting, with its values on both sides.
package struct ConfigChange: Codable, Sendable, Hashable {
    package var list: String?
    package var text: String?
    package var setting: String?
    /// Value that both sides last agreed on.
    package var base: String?
    package var host: String?
    package var device: String?
    /// Whether an entry that should be removed from the device stays on it, disabled.
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

/// Reply of a device.
package struct ConfigReply: Codable, Sendable, Hashable {
    package var event: String
    /// Whether the device reports success, which need not be true.
    package var success: Bool
    package var message: String
    /// Time since the device started, in milliseconds.
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

/// Durations, and amount of data sent over the air.
package struct ConfigFigures: Codable, Sendable, Hashable {
    /// ATT MTU of the connection; absent for a dongle.
    package var mtu: Int?
    /// Bytes of the config that was sent.
    package var bytes: Int?
    /// Number of writes, including markers.
    package var writes: Int?
    /// Number of times that the config, or a part of it, was sent.
    package var attempts: Int?
    /// Number of times that the config was read.
    package var reads: Int?
    /// Number of lost notifications, as far as the link knows.
    package var lost: Int?
    /// Number of readings that differed from the one before.
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

/// Error that a config order ended with.
package struct ConfigFailure: Codable, Sendable, Hashable {
    package var code: String
    package var message: String
    package var hint: String
    /// Entries to disable so that the config fits, as `list:text`.
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

import JSONLines

/// One provisioning of one beacon. Also a line of `GET /v1/provisioning/progress`, `type` being `run`.
public struct ProvisioningRun: Codable, Sendable, Hashable {
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// Nothing was done yet.
        case planned
        /// It is looked for, connected to, or given passwords.
        case connecting
        /// A password was taken, or none was refused.
        case authenticated
        /// ``ProvisioningRun/step`` says how far.
        case writing
        /// The beacon has acknowledged the last step; nobody has seen its new identity yet.
        case saved
        /// It was seen on the air as it is to be. The only success.
        case verified
        /// Everything was written, and the new identity was not seen, or proves nothing. No success.
        case writtenUnverified = "written-unverified"
        /// It ended before the beacon was told to keep anything.
        case failed
        /// The beacon may have been told to keep it; nobody knows whether it did.
        case unknown

        /// Whether nothing more happens by itself.
        public var isEnd: Bool {
            switch self {
            case .verified, .writtenUnverified, .failed, .unknown: true
            case .planned, .connecting, .authenticated, .writing, .saved: false
            }
        }
    }

    /// Names it; never used again.
    public var id: Int64
    /// What was begun together has the same.
    public var batch: Int64
    public var state: State
    /// The step that was begun last in this attempt; 0 before the first.
    public var step: Int
    /// Steps in all.
    public var steps: Int
    /// Why it ended, or stands still.
    public var reason: RunReason?
    public var address: String
    /// `public` or `random`; nil: not heard yet.
    public var addressType: String?
    public var name: String
    public var uuid: String
    public var major: Int
    public var minor: Int
    public var rssiAt1m: Int
    public var intervalMs: Int
    public var txPower: Int
    /// Name of the beacon profile.
    public var profile: String
    /// Id of the dongle of the last attempt.
    public var dongle: String?
    /// How often it was begun.
    public var attempts: Int
    public var created: Timestamp
    public var updated: Timestamp
    /// What the beacon was before.
    public var found: RunIdentity?
    /// Where the new identity was seen.
    public var seenAddress: String?
    /// dBm.
    public var seenRSSI: Int?
    public var simulated: Bool?

    private enum CodingKeys: String, CodingKey {
        case id, batch, state, step, steps, reason, address, name, uuid, major, minor, profile, dongle, attempts,
            created,
            updated, found, simulated
        case addressType = "address_type"
        case rssiAt1m = "rssi_at_1m"
        case intervalMs = "interval_ms"
        case txPower = "tx_power"
        case seenAddress = "seen_address"
        case seenRSSI = "seen_rssi"
    }

    public init(
        id: Int64, batch: Int64, state: State, step: Int, steps: Int, reason: RunReason?, address: String,
        addressType: String?, name: String, uuid: String, major: Int, minor: Int, rssiAt1m: Int, intervalMs: Int,
        txPower: Int, profile: String, dongle: String?, attempts: Int, created: Timestamp, updated: Timestamp,
        found: RunIdentity?, seenAddress: String?, seenRSSI: Int?, simulated: Bool?
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

/// Why a run ended.
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

extension RunReason {
    /// Codes of what a beacon refuses for good: the same comes to nothing another time.
    private static let finalCodes: Set = [
        "passwords-refused", "no-such-service", "missing-property", "step-refused", "no-reply", "mtu-too-small",
    ]

    /// Whether the beacon cannot be provisioned so.
    public var isFinal: Bool { Self.finalCodes.contains(code) }
}

/// What a beacon says it is.
public struct RunIdentity: Codable, Sendable, Hashable {
    public var uuid: String
    public var major: Int
    public var minor: Int

    public init(uuid: String, major: Int, minor: Int) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }
}

/// Runs that were begun together: the answer of `POST /v1/provisioning/runs`, `…/resume` and `…/verify`.
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

/// The answer of `GET /v1/provisioning/runs`.
public struct ProvisioningRunList: Codable, Sendable, Hashable {
    /// The newest first.
    public var runs: [ProvisioningRun]

    public init(runs: [ProvisioningRun]) {
        self.runs = runs
    }
}

/// A line of a run's journal.
public struct ExchangeEntry: Codable, Sendable, Hashable {
    /// From 1.
    public var number: Int
    public var at: Timestamp
    /// 1 for the first.
    public var attempt: Int
    /// `intent`, `outcome` or `note`.
    public var phase: String
    /// `look`, `connect`, `mtu`, `discover`, `subscribe`, `password`, `listen`, `write`, `disconnect`, `verify`, `notification`, `stop`, `settle`.
    public var kind: String
    /// Of the steps, from 1.
    public var step: Int?
    public var detail: String
    /// What went over the air, two lowercase digits a byte.
    public var hex: String?

    public init(
        number: Int, at: Timestamp, attempt: Int, phase: String, kind: String, step: Int?, detail: String, hex: String?
    ) {
        self.number = number
        self.at = at
        self.attempt = attempt
        self.phase = phase
        self.kind = kind
        self.step = step
        self.detail = detail
        self.hex = hex
    }
}

/// The answer of `GET /v1/provisioning/runs/{run}/exchange`.
public struct ExchangeList: Codable, Sendable, Hashable {
    /// In their order.
    public var entries: [ExchangeEntry]
    /// Lines that were not kept, because a journal has room for 5,000.
    public var dropped: Int?

    public init(entries: [ExchangeEntry], dropped: Int?) {
        self.entries = entries
        self.dropped = dropped
    }
}

/// The answer of `POST /v1/provisioning/stop`.
public struct ProvisioningStopped: Codable, Sendable, Hashable {
    /// Runs that were under way.
    public var stopped: Int

    public init(stopped: Int) {
        self.stopped = stopped
    }
}

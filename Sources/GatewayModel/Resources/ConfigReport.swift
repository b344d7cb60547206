/// What became of a ``ConfigOrder``: the last line of its answer.
public struct ConfigReport: Codable, Sendable, Hashable {
    public var action: ConfigAction
    public var device: ConfigDevice
    /// `applied`, `applied-and-saved`, `partially-applied`, `not-applied`, `unverified` or `unknown`; nil where nothing was to
    /// change.
    public var outcome: String?
    /// What the device holds, word by word; nil where it could not be read.
    public var held: String?
    /// What it was to hold, word by word.
    public var wanted: String?
    /// In what the two differ.
    public var differences: [ConfigDifferenceItem] = []
    /// What is odd about the config that it holds.
    public var problems: [ConfigProblemItem] = []
    /// Keys of it that mean nothing to this program.
    public var unknownKeys: [String] = []
    /// What the tables took over from the device, or would.
    public var toHost: [ConfigChange] = []
    /// What the device took over from the tables, or was to.
    public var toDevice: [ConfigChange] = []
    /// What both have changed, and nobody has settled.
    public var conflicts: [ConfigChange] = []
    /// What of the tables, or of the text, the device cannot be told.
    public var losses: [ConfigLossItem] = []
    /// What the device said, which need not be true.
    public var replies: [ConfigReply] = []
    /// What an earlier transfer has left: one that was cut short, one whose config is gone though it was `applied`, or a made-up
    /// config by which the device was tested.
    public var interrupted: [ConfigTransferItem] = []
    /// Number of the transfer, by which `restore` brings back what it replaced.
    public var transfer: Int64?
    /// Whether what it holds is kept over a restart: `no`, `said` by the device, `in-flash` by a digest, `proven` by a restart;
    /// nil = not known.
    public var saved: String?
    /// What was measured of the intervals at which it scans.
    public var timings: [ConfigTimingItem] = []
    public var figures = ConfigFigures()
    /// Why it did not go as it was meant to.
    public var failure: ConfigFailure?

    private enum CodingKeys: String, CodingKey {
        case action, device, outcome, held, wanted, differences, problems, conflicts, losses, replies, interrupted
        case transfer, saved, timings, figures, failure
        case unknownKeys = "unknown_keys"
        case toHost = "to_host"
        case toDevice = "to_device"
    }

    public init(action: ConfigAction, device: ConfigDevice) {
        self.action = action
        self.device = device
    }
}

/// A device whose config is kept in step.
public struct ConfigDevice: Codable, Sendable, Hashable {
    /// `ble:aa:bb:cc:dd:ee:ff`, or `dongle:` and its id.
    public var device: String
    public var name: String?
    /// Name of its profile; nil where it was never read.
    public var profile: String?
    /// `compact` or `nested`.
    public var dialect: String?
    /// Of its config.
    public var version: Int?
    public var dongle: String?
    public var simulated: Bool?
    /// ISO 8601, in UTC.
    public var read: String?
    public var synced: String?
    public var saved: String?
    /// Whether what it keeps was seen after a restart.
    public var saveProven: Bool?
    /// Transfers to it that were cut short.
    public var openTransfers: Int?
    /// Whether what was sent to it last cannot be read back, and it is the device's word alone that it took it.
    public var unverified: Bool?

    private enum CodingKeys: String, CodingKey {
        case device, name, profile, dialect, version, dongle, simulated, read, synced, saved, unverified
        case saveProven = "save_proven"
        case openTransfers = "open_transfers"
    }

    public init(device: String) {
        self.device = device
    }
}

/// Body of `GET /v1/config/devices`.
public struct ConfigDeviceList: Codable, Sendable, Hashable {
    public var devices: [ConfigDevice]

    public init(devices: [ConfigDevice]) {
        self.devices = devices
    }
}

/// One thing in which what a device holds is not what was meant.
public struct ConfigDifferenceItem: Codable, Sendable, Hashable {
    /// `missing`, `unexpected`, `type`, `enabled`, `setting` or `version`.
    public var what: String
    /// `ssid`, `mac`, `ble-name` or `ble-uuid`, where it is about an entry.
    public var list: String?
    public var text: String?
    public var setting: String?
    public var wanted: String?
    public var found: String?
    /// `limit` where the list is as full as the device keeps it.
    public var cause: String?
    public var limit: Int?

    public init(what: String) {
        self.what = what
    }
}

/// Something odd about a config.
public struct ConfigProblemItem: Codable, Sendable, Hashable {
    /// `bad-entry`, `repeated`, `out-of-range`; `unkept`: of so many bytes (`value`) the device can keep `most`; `coarse`: of so many addresses
    /// the first `most` digits alone count there; `deaf`: so many
    /// entries of a list that never match there; `misspelled`: so many that would, if they were spelled otherwise.
    public var what: String
    public var list: String?
    public var index: Int?
    public var text: String?
    public var setting: String?
    public var value: Int?
    public var most: Int?
    /// What is wrong with an entry: `empty`, `long`, `control-character`, `not-an-address`, `not-a-uuid`, `no-type`, `long-type`.
    public var fault: String?

    public init(what: String) {
        self.what = what
    }
}

/// Something that a device cannot be told.
public struct ConfigLossItem: Codable, Sendable, Hashable {
    /// `capitals`: an entry is sent without that its capitals count. `setting`, `list`: the device has none of that name.
    /// `deaf`: the device keeps the list, and its entries never match there. `unkept`: it has more `bytes` than the `most` that the
    /// device can keep over a restart.
    public var what: String
    public var list: String?
    public var text: String?
    public var setting: String?
    public var bytes: Int?
    public var most: Int?

    public init(what: String) {
        self.what = what
    }
}

/// One interval at which a device scans, measured by its stream.
public struct ConfigTimingItem: Codable, Sendable, Hashable {
    public var setting: String
    /// `as-set`, `differs`, `not-seen` often enough, or `off`: it belongs to a scan that is switched off.
    public var verdict: String
    /// By the config; nil where the scan is off.
    public var wantedMs: Int?
    /// What counts as that.
    public var lowestMs: Int?
    public var highestMs: Int?
    /// The shortest that was seen; nil: none was.
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

    public init(setting: String, verdict: String, count: Int = 0) {
        self.setting = setting
        self.verdict = verdict
        self.count = count
    }
}

/// An entry or a setting, and what the sides say of it; nil = nothing, or that it is not there.
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

    public init() {}
}

/// What a device said.
public struct ConfigReply: Codable, Sendable, Hashable {
    public var event: String
    public var success: Bool
    public var message: String
    /// Since it started.
    public var uptimeMs: Int?

    private enum CodingKeys: String, CodingKey {
        case event, success, message
        case uptimeMs = "uptime_ms"
    }

    public init(event: String, success: Bool, message: String, uptimeMs: Int?) {
        self.event = event
        self.success = success
        self.message = message
        self.uptimeMs = uptimeMs
    }
}

/// One config on its way to a device, as it is journaled.
public struct ConfigTransferItem: Codable, Sendable, Hashable {
    public var id: Int64
    public var action: String
    /// `begun`, `writing`, `written` or `saving`.
    public var phase: String
    /// Nil while it is under way, and where it was cut short.
    public var outcome: String?
    public var detail: String
    /// ISO 8601, in UTC.
    public var began: String
    public var updated: String
    /// Bytes of what it was to bring.
    public var wantedBytes: Int?
    /// Bytes of what it replaced.
    public var previousBytes: Int?
    /// What the device holds now: `wanted`, `previous`, `made-up`, which is the config of a trial, or `other`; nil where it was not
    /// read.
    public var holds: String?

    private enum CodingKeys: String, CodingKey {
        case id, action, phase, outcome, detail, began, updated, holds
        case wantedBytes = "wanted_bytes"
        case previousBytes = "previous_bytes"
    }

    public init(id: Int64, action: String, phase: String, detail: String, began: String, updated: String) {
        self.id = id
        self.action = action
        self.phase = phase
        self.detail = detail
        self.began = began
        self.updated = updated
    }
}

/// Body of `GET /v1/config/transfers`.
public struct ConfigTransferList: Codable, Sendable, Hashable {
    public var transfers: [ConfigTransferItem]

    public init(transfers: [ConfigTransferItem]) {
        self.transfers = transfers
    }
}

/// How long things took, and how much went over the air.
public struct ConfigFigures: Codable, Sendable, Hashable {
    /// ATT MTU of the connection; nil for a dongle.
    public var mtu: Int?
    /// Bytes of the config that was sent.
    public var bytes: Int?
    /// Writes that it took, markers included.
    public var writes: Int?
    /// Times that it was sent, or a part of it.
    public var attempts: Int?
    public var connectMs: Int?
    public var readMs: Int?
    public var writeMs: Int?
    public var verifyMs: Int?
    /// Times that the device was asked for its config.
    public var reads: Int?
    /// Notifications that were lost, as far as the link knows.
    public var lost: Int?
    /// Readings that were not as the one before.
    public var differing: Int?

    private enum CodingKeys: String, CodingKey {
        case mtu, bytes, writes, attempts, reads, lost, differing
        case connectMs = "connect_ms"
        case readMs = "read_ms"
        case writeMs = "write_ms"
        case verifyMs = "verify_ms"
    }

    public init() {}
}

/// Why something did not go as it was meant to.
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

/// How far an order is: any number of lines before the report.
public struct ConfigProgress: Codable, Sendable, Hashable {
    /// `searching`, `connecting`, `reading`, `writing`, `verifying`, `saving`, `restarting`.
    public var phase: String
    /// Bytes so far, and in all where that is known.
    public var bytes: Int?
    public var of: Int?

    public init(phase: String, bytes: Int? = nil, of: Int? = nil) {
        self.phase = phase
        self.bytes = bytes
        self.of = of
    }
}

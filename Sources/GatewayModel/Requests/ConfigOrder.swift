/// Body of every `POST /v1/config/…`: something to do with the config of one device.
///
/// Fields that mean nothing to what is asked are refused.
public struct ConfigOrder: Codable, Sendable, Hashable {
    /// `ble:ADDRESS`, `ble:NAME`, or `dongle` for the config that the dongle itself detects by.
    public var device: String
    /// Id, alias or port of the dongle; nil where there is only one.
    public var dongle: String?
    /// `public` or `random`; nil: it is heard.
    public var addressType: String?
    /// Text of a config in either dialect, at most 65,536 bytes: what to push instead of the tables.
    public var config: String?
    /// Whether to push `config` with its disabled entries, and to tell nothing but it; false: as a person's file.
    public var exact: Bool?
    /// Whether it is one of a series by which a device is tested: `restore` brings back what the first of them replaced.
    public var trial: Bool?
    /// Whose word counts where both sides have changed something: `host` or `device`.
    public var prefer: String?
    /// Whether to do also what somebody may regret: a push that removes entries which only the device has, a pull that disables
    /// patterns, a reset. Unless it is true such an order changes nothing and fails with `needs-consent`.
    public var mayRemove: Bool?
    /// What the device has to hold for it, as a report told it; where it holds something else, nothing is done.
    public var ifHeld: String?
    /// Whether to send also what cannot be read back over this connection.
    public var unverified: Bool?
    /// Whether to say what would be done, and do nothing; the device is read all the same.
    public var dryRun: Bool?
    /// Whether to have the device keep what was applied, once it was read back.
    public var save: Bool?
    /// Whether to wait for a restart, and to read the config again after it.
    public var verifyReboot: Bool?
    /// Whether to measure, once it was sent, that the device scans at the intervals of its config.
    public var verifyTiming: Bool?
    /// Longest wait for that restart, 1,000...600,000; 120,000 unless said.
    public var waitMs: Int?
    /// Number of the transfer whose `previous` to bring back; nil = the newest that replaced something.
    public var transfer: Int64?
    /// Longest wait for the device to be heard, and for each of its answers, 1,000...600,000; 10,000 unless said.
    public var timeoutMs: Int?

    private enum CodingKeys: String, CodingKey {
        case device, dongle, config, exact, trial, prefer, save, transfer
        case addressType = "address_type"
        case unverified
        case ifHeld = "if_held"
        case mayRemove = "may_remove"
        case dryRun = "dry_run"
        case verifyReboot = "verify_reboot"
        case verifyTiming = "verify_timing"
        case waitMs = "wait_ms"
        case timeoutMs = "timeout_ms"
    }

    public init(device: String, dongle: String? = nil) {
        self.device = device
        self.dongle = dongle
    }
}

/// What can be asked of the config of a device; the last part of the path.
public enum ConfigAction: String, Codable, Sendable, Hashable, CaseIterable {
    /// What the device holds, and what was cut short.
    case read
    /// In what the tables and the device differ.
    case diff
    /// The tables take over what the device holds.
    case pull
    /// The device takes over what the tables, or a text, say.
    case push
    /// Each takes over what the other has changed.
    case sync
    /// The device is told to keep what it holds.
    case save
    /// The device goes back to what it had from the factory, and keeps that.
    case reset
    /// The device takes back what a transfer replaced.
    case restore

    /// Whether it may change what the device holds or keeps.
    public var changesDevice: Bool {
        switch self {
        case .read, .diff, .pull: false
        case .push, .sync, .save, .reset, .restore: true
        }
    }
}

/// A scan setting that a kind of device cannot hold, and what it can.
public struct UnheldSetting: Codable, Sendable, Hashable {
    public var setting: String
    public var profile: String
    public var lowest: Int
    public var highest: Int

    public init(setting: String, profile: String, lowest: Int, highest: Int) {
        self.setting = setting
        self.profile = profile
        self.lowest = lowest
        self.highest = highest
    }
}

// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import FlockFinder
import LineFormats

/// Last phase that the journal records; each is recorded before it begins. `begun`: the device was read. `written`: the
/// device may have applied the config.
package enum TransferPhase: String, Word {
    case begun, writing, written, saving
}

/// Config that the device holds. `wanted`: the one of this transfer. `previous`: the one that this transfer replaced.
/// `made-up`: the test config of a trial. `other`: any other.
package enum ConfigHolding: String, Word {
    case wanted, previous, madeUp = "made-up", other
}

/// Scan settings of the tables, by name. A push leaves other settings of a device unchanged.
package struct ScanSettings: Codable, Sendable, Hashable {
    /// Settings by name; a push leaves other settings of a device unchanged.
    package var settings: [String: Int]
    /// Settings whose values a kind of device does not support, with the supported range; a push to such a device is
    /// refused.
    package var unheld: [UnheldSetting]

    package init(settings: [String: Int], unheld: [UnheldSetting] = []) {
        self.settings = settings
        self.unheld = unheld
    }
}

/// A scan setting whose value a kind of device does not support, and the supported range.
package struct UnheldSetting: Codable, Sendable, Hashable {
    package var setting: String
    package var profile: String
    package var lowest: Int
    package var highest: Int

    package init(setting: String, profile: String, lowest: Int, highest: Int) {
        self.setting = setting
        self.profile = profile
        self.lowest = lowest
        self.highest = highest
    }
}

/// Body of `PUT /v1/config/settings`: scan settings of the tables, by name; null removes a setting.
package struct ScanSettingsChange: Codable, Sendable, Hashable {
    /// Values by name; null removes a setting.
    package var settings: [String: Int?]

    package init(settings: [String: Int?]) {
        self.settings = settings
    }
}

/// The answer of `GET /v1/config/devices`.
package struct ConfigDeviceList: Codable, Sendable, Hashable {
    package var devices: [ConfigDevice]

    package init(devices: [ConfigDevice]) {
        self.devices = devices
    }
}

/// A device whose config was read or written.
package struct ConfigDevice: Codable, Sendable, Hashable {
    /// `ble:` and an address, or `dongle:` and an id.
    package var device: String
    package var name: String?
    /// Name of the device's profile; absent if the device was never read.
    package var profile: String?
    package var dialect: ConfigDialect?
    /// Version of the device's config.
    package var version: Int?
    package var dongle: String?
    package var simulated: Bool?
    package var read: Timestamp?
    package var synced: Timestamp?
    package var saved: Timestamp?
    /// Whether the saved config was read after a restart.
    package var saveProven: Bool?
    /// Number of transfers to the device that were interrupted.
    package var openTransfers: Int?
    /// Whether the config that was sent last cannot be read back, so that the device's config is not known.
    package var unverified: Bool?

    private enum CodingKeys: String, CodingKey {
        case device, name, profile, dialect, version, dongle, simulated, read, synced, saved, unverified
        case saveProven = "save_proven"
        case openTransfers = "open_transfers"
    }

    package init(
        device: String, name: String? = nil, profile: String? = nil, dialect: ConfigDialect? = nil, version: Int? = nil,
        dongle: String? = nil, simulated: Bool? = nil, read: Timestamp? = nil, synced: Timestamp? = nil,
        saved: Timestamp? = nil, saveProven: Bool? = nil, openTransfers: Int? = nil, unverified: Bool? = nil
    ) {
        self.device = device
        self.name = name
        self.profile = profile
        self.dialect = dialect
        self.version = version
        self.dongle = dongle
        self.simulated = simulated
        self.read = read
        self.synced = synced
        self.saved = saved
        self.saveProven = saveProven
        self.openTransfers = openTransfers
        self.unverified = unverified
    }
}

/// The answer of `GET /v1/config/transfers`.
package struct ConfigTransferList: Codable, Sendable, Hashable {
    package var transfers: [ConfigTransferItem]

    package init(transfers: [ConfigTransferItem]) {
        self.transfers = transfers
    }
}

/// One transfer of a config to a device, from the journal.
package struct ConfigTransferItem: Codable, Sendable, Hashable {
    package var id: Int64
    package var action: String
    package var phase: TransferPhase
    /// Outcome; absent while the transfer is under way, or if it was interrupted.
    package var outcome: SyncOutcome?
    package var detail: String
    package var began: Timestamp
    package var updated: Timestamp
    /// Size of the config to transfer, in bytes.
    package var wantedBytes: Int?
    /// Size of the replaced config, in bytes.
    package var previousBytes: Int?
    /// Config that the device holds now.
    package var holds: ConfigHolding?

    private enum CodingKeys: String, CodingKey {
        case id, action, phase, outcome, detail, began, updated, holds
        case wantedBytes = "wanted_bytes"
        case previousBytes = "previous_bytes"
    }

    package init(
        id: Int64, action: String, phase: TransferPhase, outcome: SyncOutcome? = nil, detail: String, began: Timestamp,
        updated: Timestamp, wantedBytes: Int? = nil, previousBytes: Int? = nil, holds: ConfigHolding? = nil
    ) {
        self.id = id
        self.action = action
        self.phase = phase
        self.outcome = outcome
        self.detail = detail
        self.began = began
        self.updated = updated
        self.wantedBytes = wantedBytes
        self.previousBytes = previousBytes
        self.holds = holds
    }
}

/// Body of several operations, each of which uses some of its properties.
package struct ConfigOrder: Codable, Sendable, Hashable {
    /// `ble:` and an address or a name, or `dongle` for the dongle's own detection config.
    package var device: String
    /// Id, alias or port of a dongle; may be omitted if there is only one, or only one is connected.
    package var dongle: String?
    /// Default: taken from the device's adverts.
    package var addressType: AddressType?
    /// Longest wait for the device to be heard, and for each of its answers, in milliseconds; default: 10,000. Range:
    /// 1,000...600,000.
    package var timeoutMs: Int?
    /// Allows data to be lost. Without it, nothing is done: the report says what would be lost and fails with
    /// `needs-consent`.
    package var mayRemove: Bool?
    /// Config that the device must still hold, from `held` of an earlier report. If it holds another one, nothing is
    /// done (`config-changed-meanwhile`).
    package var ifHeld: String?
    /// Whether to report what would be done without doing it.
    package var dryRun: Bool?
    /// Text of a config in either dialect, which is pushed instead of the tables.
    package var config: String?
    /// Whether the push is one of a series that tests a device. A restore then brings back what the first of them
    /// replaced.
    package var trial: Bool?
    /// Whether to push the text unchanged, even if it exceeds the limits of the device; needs `config`.
    package var exact: Bool?
    /// Whether to send a config even if it cannot be read back over this connection; with `may_remove` also to a device
    /// whose config cannot be read.
    package var unverified: Bool?
    /// Whether to save the config on the device after it was read back.
    package var save: Bool?
    /// Whether to save the config, wait for a restart and read the config again.
    package var verifyReboot: Bool?
    /// Longest wait for that restart, in milliseconds; default: 120,000. Range: 1,000...600,000.
    package var waitMs: Int?
    /// Whether to measure after sending that the device scans at the intervals of its config. For a dongle, the order
    /// fails with `no-stream` before anything is sent.
    package var verifyTiming: Bool?
    /// Side whose value is used where both have changed something.
    package var prefer: ConfigMerge.Preference?
    /// Number of a transfer; default: the newest that replaced something. Range: 1...Int64.max.
    package var transfer: Int64?

    private enum CodingKeys: String, CodingKey {
        case device, dongle, config, trial, exact, unverified, save, prefer, transfer
        case addressType = "address_type"
        case timeoutMs = "timeout_ms"
        case mayRemove = "may_remove"
        case ifHeld = "if_held"
        case dryRun = "dry_run"
        case verifyReboot = "verify_reboot"
        case waitMs = "wait_ms"
        case verifyTiming = "verify_timing"
    }

    package init(
        device: String, dongle: String? = nil, addressType: AddressType? = nil, timeoutMs: Int? = nil,
        mayRemove: Bool? = nil, ifHeld: String? = nil, dryRun: Bool? = nil, config: String? = nil, trial: Bool? = nil,
        exact: Bool? = nil, unverified: Bool? = nil, save: Bool? = nil, verifyReboot: Bool? = nil, waitMs: Int? = nil,
        verifyTiming: Bool? = nil, prefer: ConfigMerge.Preference? = nil, transfer: Int64? = nil
    ) {
        self.device = device
        self.dongle = dongle
        self.addressType = addressType
        self.timeoutMs = timeoutMs
        self.mayRemove = mayRemove
        self.ifHeld = ifHeld
        self.dryRun = dryRun
        self.config = config
        self.trial = trial
        self.exact = exact
        self.unverified = unverified
        self.save = save
        self.verifyReboot = verifyReboot
        self.waitMs = waitMs
        self.verifyTiming = verifyTiming
        self.prefer = prefer
        self.transfer = transfer
    }
}

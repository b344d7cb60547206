// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import FlockFinder
import JSONLines

/// What was about to be done when it was written down. `begun`: the device was read. `written`: the device may have
/// applied it.
package enum TransferPhase: String, Word {
    case begun, writing, written, saving
}

/// `made-up`: the config of a trial.
package enum ConfigHolding: String, Word {
    case wanted, previous, madeUp = "made-up", other
}

/// Scan settings of the tables, by their names. What is not there stays as it is on a device
package struct ScanSettings: Codable, Sendable, Hashable {
    /// What is not there stays as it is on a device.
    package var settings: [String: Int]
    /// Those that a kind of device cannot hold, and what it can; a push to it is refused.
    package var unheld: [UnheldSetting]

    package init(settings: [String: Int], unheld: [UnheldSetting] = []) {
        self.settings = settings
        self.unheld = unheld
    }
}

/// A scan setting that a kind of device cannot hold, and what it can
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

/// Body of `PUT /v1/config/settings`: scan settings of the tables, by their names; null: the host says nothing of it
package struct ScanSettingsChange: Codable, Sendable, Hashable {
    /// null: the host says nothing of it.
    package var settings: [String: Int?]

    package init(settings: [String: Int?]) {
        self.settings = settings
    }
}

/// Body of `GET /v1/config/devices`
package struct ConfigDeviceList: Codable, Sendable, Hashable {
    package var devices: [ConfigDevice]

    package init(devices: [ConfigDevice]) {
        self.devices = devices
    }
}

/// A device whose config is kept in step
package struct ConfigDevice: Codable, Sendable, Hashable {
    /// `ble:` and an address, or `dongle:` and an id.
    package var device: String
    package var name: String?
    /// Name of its profile; absent where it was never read.
    package var profile: String?
    package var dialect: ConfigDialect?
    /// Of its config.
    package var version: Int?
    package var dongle: String?
    package var simulated: Bool?
    package var read: Timestamp?
    package var synced: Timestamp?
    package var saved: Timestamp?
    /// Whether what it keeps was seen after a restart.
    package var saveProven: Bool?
    /// Transfers to it that were cut short.
    package var openTransfers: Int?
    /// Whether what was sent to it last cannot be read back, so that what it holds is not known.
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

/// Body of `GET /v1/config/transfers`
package struct ConfigTransferList: Codable, Sendable, Hashable {
    package var transfers: [ConfigTransferItem]

    package init(transfers: [ConfigTransferItem]) {
        self.transfers = transfers
    }
}

/// One config on its way to a device, as it is journaled
package struct ConfigTransferItem: Codable, Sendable, Hashable {
    package var id: Int64
    package var action: String
    package var phase: TransferPhase
    /// Absent while it is under way, and where it was cut short.
    package var outcome: SyncOutcome?
    package var detail: String
    package var began: Timestamp
    package var updated: Timestamp
    /// Bytes of what it was to bring.
    package var wantedBytes: Int?
    /// Bytes of what it replaced.
    package var previousBytes: Int?
    /// What the device holds now.
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

/// Body of several operations, of which each takes some of its properties
package struct ConfigOrder: Codable, Sendable, Hashable {
    /// `ble:` and an address or a name, or `dongle` for the config that the dongle itself detects by.
    package var device: String
    /// Id, alias or port; may be left out where there is only one, or only one is connected.
    package var dongle: String?
    /// It is heard unless said.
    package var addressType: AddressType?
    /// Longest wait for the device to be heard, and for each of its answers; 10,000 unless said. 1,000...600,000.
    package var timeoutMs: Int?
    /// Whether to do it. Unless it is true the report says what would go, and fails with `needs-consent`.
    package var mayRemove: Bool?
    /// What the device has to hold for it, as `held` of a report told it; where it holds something else, nothing is
    /// done (`config-changed-meanwhile`).
    package var ifHeld: String?
    /// Whether to say what would be done, and do nothing.
    package var dryRun: Bool?
    /// Text of a config in either dialect: what to push instead of the tables.
    package var config: String?
    /// Whether it is one of a series by which a device is tested: restore brings back what the first of them replaced.
    package var trial: Bool?
    /// Whether to push it as it is spelled, and though it is more than the device takes; needs `config`.
    package var exact: Bool?
    /// Whether to send also what cannot be read back over this connection; with `may_remove` also to a device whose
    /// config cannot be read.
    package var unverified: Bool?
    /// Whether to have the device keep it, once it was read back.
    package var save: Bool?
    /// Whether to have it kept, wait for a restart, and read it again.
    package var verifyReboot: Bool?
    /// Longest wait for that restart; 120,000 unless said. 1,000...600,000.
    package var waitMs: Int?
    /// Whether to measure, once it was sent, that the device scans at the intervals of its config; of a dongle it fails
    /// with `no-stream` before anything is sent.
    package var verifyTiming: Bool?
    /// Whose word counts where both have changed something.
    package var prefer: ConfigMerge.Preference?
    /// Number of a transfer; the newest that replaced something unless said. 1...Int64.max.
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

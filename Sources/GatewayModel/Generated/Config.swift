// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

/// Scan settings of the tables, by their names. What is not there stays as it is on a device
public struct ScanSettings: Codable, Sendable, Hashable {
    /// What is not there stays as it is on a device.
    public var settings: [String: Int]
    /// Those that a kind of device cannot hold, and what it can; a push to it is refused.
    public var unheld: [UnheldSetting]

    public init(settings: [String: Int], unheld: [UnheldSetting] = []) {
        self.settings = settings
        self.unheld = unheld
    }
}

/// Body of `PUT /v1/config/settings`: scan settings of the tables, by their names; null: the host says nothing of it
public struct ScanSettingsChange: Codable, Sendable, Hashable {
    /// null: the host says nothing of it.
    public var settings: [String: Int?]

    public init(settings: [String: Int?]) {
        self.settings = settings
    }
}

/// Body of `GET /v1/config/devices`
public struct ConfigDeviceList: Codable, Sendable, Hashable {
    public var devices: [ConfigDevice]

    public init(devices: [ConfigDevice]) {
        self.devices = devices
    }
}

/// A device whose config is kept in step
public struct ConfigDevice: Codable, Sendable, Hashable {
    /// `ble:` and an address, or `dongle:` and an id.
    public var device: String
    public var name: String?
    /// Name of its profile; absent where it was never read.
    public var profile: String?
    /// `compact` or `nested`. `compact` or `nested`.
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
    /// Whether what was sent to it last cannot be read back, so that what it holds is not known.
    public var unverified: Bool?

    private enum CodingKeys: String, CodingKey {
        case device, name, profile, dialect, version, dongle, simulated, read, synced, saved, unverified
        case saveProven = "save_proven"
        case openTransfers = "open_transfers"
    }

    public init(
        device: String, name: String? = nil, profile: String? = nil, dialect: String? = nil, version: Int? = nil,
        dongle: String? = nil, simulated: Bool? = nil, read: String? = nil, synced: String? = nil, saved: String? = nil,
        saveProven: Bool? = nil, openTransfers: Int? = nil, unverified: Bool? = nil
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
public struct ConfigTransferList: Codable, Sendable, Hashable {
    public var transfers: [ConfigTransferItem]

    public init(transfers: [ConfigTransferItem]) {
        self.transfers = transfers
    }
}

/// One config on its way to a device, as it is journaled
public struct ConfigTransferItem: Codable, Sendable, Hashable {
    public var id: Int64
    public var action: String
    /// `begun`, `writing`, `written` or `saving`. `begun`, `writing`, `written` or `saving`.
    public var phase: String
    /// Absent while it is under way, and where it was cut short.
    public var outcome: String?
    public var detail: String
    /// ISO 8601, in UTC.
    public var began: String
    public var updated: String
    /// Bytes of what it was to bring.
    public var wantedBytes: Int?
    /// Bytes of what it replaced.
    public var previousBytes: Int?
    /// What the device holds now; `made-up`: the config of a trial. `wanted`, `previous`, `made-up` or `other`.
    public var holds: String?

    private enum CodingKeys: String, CodingKey {
        case id, action, phase, outcome, detail, began, updated, holds
        case wantedBytes = "wanted_bytes"
        case previousBytes = "previous_bytes"
    }

    public init(
        id: Int64, action: String, phase: String, outcome: String? = nil, detail: String, began: String,
        updated: String, wantedBytes: Int? = nil, previousBytes: Int? = nil, holds: String? = nil
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

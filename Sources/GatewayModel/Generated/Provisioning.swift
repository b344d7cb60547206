// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import JSONLines

/// `intent`: it was about to be done. `outcome`: what came of it.
public enum ExchangePhase: String, Word {
    case intent, outcome, note
}

/// Body of `POST /v1/provisioning/runs`: beacons to provision. All are checked before anything is begun
public struct ProvisioningOrder: Codable, Sendable, Hashable {
    /// Id, alias or port; may be left out where there is only one, or only one is connected.
    public var dongle: String?
    /// Name of the beacon profile; cp28 unless said.
    public var profile: String?
    /// Beacons at a time; as many as the dongle has slots unless said. 1...16.
    public var parallel: Int?
    /// Tried in this order instead of the profile's; never told again.
    public var passwords: [String]?
    /// Whether an identity may go to another beacon than before; false unless said.
    public var replace: Bool?
    /// Longest wait for a beacon to be heard; 10,000 unless said. 1,000...600,000.
    public var searchMs: Int?
    /// Longest wait for the new identity on the air; 20,000 unless said. 1,000...600,000.
    public var verifyMs: Int?
    /// 1...1,000.
    public var items: [ProvisioningItem]

    private enum CodingKeys: String, CodingKey {
        case dongle, profile, parallel, passwords, replace, items
        case searchMs = "search_ms"
        case verifyMs = "verify_ms"
    }

    public init(
        dongle: String? = nil, profile: String? = nil, parallel: Int? = nil, passwords: [String]? = nil,
        replace: Bool? = nil, searchMs: Int? = nil, verifyMs: Int? = nil, items: [ProvisioningItem]
    ) {
        self.dongle = dongle
        self.profile = profile
        self.parallel = parallel
        self.passwords = passwords
        self.replace = replace
        self.searchMs = searchMs
        self.verifyMs = verifyMs
        self.items = items
    }
}

/// What one beacon is to be; no two of an order share an address, an identity or a name
public struct ProvisioningItem: Codable, Sendable, Hashable {
    public var address: BluetoothAddress
    /// It is heard unless said.
    public var addressType: AddressType?
    /// 1...20 printable ASCII characters.
    public var name: String
    /// None of the ban list.
    public var uuid: ProximityUUID
    /// 0...65,535.
    public var major: Int
    /// 0...65,535.
    public var minor: Int
    /// dBm; -59 unless said. -128...0.
    public var rssiAt1m: Int?
    /// 500 unless said. 100...25,500.
    public var intervalMs: Int?
    /// Index, whose meaning in dBm is not known; 4 unless said. 0...7.
    public var txPower: Int?

    private enum CodingKeys: String, CodingKey {
        case address, name, uuid, major, minor
        case addressType = "address_type"
        case rssiAt1m = "rssi_at_1m"
        case intervalMs = "interval_ms"
        case txPower = "tx_power"
    }

    public init(
        address: BluetoothAddress, addressType: AddressType? = nil, name: String, uuid: ProximityUUID, major: Int,
        minor: Int, rssiAt1m: Int? = nil, intervalMs: Int? = nil, txPower: Int? = nil
    ) {
        self.address = address
        self.addressType = addressType
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.rssiAt1m = rssiAt1m
        self.intervalMs = intervalMs
        self.txPower = txPower
    }
}

/// Body of `POST /v1/provisioning/resume` and of `POST /v1/provisioning/verify`
public struct ProvisioningContinuation: Codable, Sendable, Hashable {
    /// Unless said, the newest run of each beacon where that is unknown or written-unverified; to resume, also where it
    /// is failed and the beacon has not refused it for good.
    public var runs: [Int64]?
    /// Id, alias or port; may be left out where there is only one, or only one is connected.
    public var dongle: String?
    /// Beacons at a time; as many as the dongle has slots unless said. 1...16.
    public var parallel: Int?
    /// Tried in this order instead of the profile's; never told again.
    public var passwords: [String]?
    /// To resume: whether a run may go on whose identity another beacon was given since; false unless said.
    public var replace: Bool?
    /// Longest wait for a beacon to be heard; 10,000 unless said. 1,000...600,000.
    public var searchMs: Int?
    /// Longest wait for the new identity on the air; 20,000 unless said. 1,000...600,000.
    public var verifyMs: Int?

    private enum CodingKeys: String, CodingKey {
        case runs, dongle, parallel, passwords, replace
        case searchMs = "search_ms"
        case verifyMs = "verify_ms"
    }

    public init(
        runs: [Int64]? = nil, dongle: String? = nil, parallel: Int? = nil, passwords: [String]? = nil,
        replace: Bool? = nil, searchMs: Int? = nil, verifyMs: Int? = nil
    ) {
        self.runs = runs
        self.dongle = dongle
        self.parallel = parallel
        self.passwords = passwords
        self.replace = replace
        self.searchMs = searchMs
        self.verifyMs = verifyMs
    }
}

/// The answer of `GET /v1/provisioning/runs`
public struct ProvisioningRunList: Codable, Sendable, Hashable {
    /// The newest first.
    public var runs: [ProvisioningRun]

    public init(runs: [ProvisioningRun]) {
        self.runs = runs
    }
}

/// The answer of `GET /v1/provisioning/runs/{run}/exchange`
public struct ExchangeList: Codable, Sendable, Hashable {
    /// In their order.
    public var entries: [ExchangeEntry]
    /// Lines that were not kept, because a journal has room for 5,000.
    public var dropped: Int?

    public init(entries: [ExchangeEntry], dropped: Int? = nil) {
        self.entries = entries
        self.dropped = dropped
    }
}

/// A line of a run's journal
public struct ExchangeEntry: Codable, Sendable, Hashable {
    /// From 1.
    public var number: Int
    public var at: Timestamp
    /// Which of the run.
    public var attempt: Int
    public var phase: ExchangePhase
    /// Such as `look`, `connect`, `password`, `write`, `notification`, `verify`.
    public var kind: String
    /// Of the steps, from 1.
    public var step: Int?
    public var detail: String
    /// What went over the air, two digits a byte; never a password.
    public var hex: String?

    public init(
        number: Int, at: Timestamp, attempt: Int, phase: ExchangePhase, kind: String, step: Int? = nil, detail: String,
        hex: String? = nil
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

/// The answer of `POST /v1/provisioning/stop`
public struct ProvisioningStopped: Codable, Sendable, Hashable {
    /// Runs that were under way.
    public var stopped: Int

    public init(stopped: Int) {
        self.stopped = stopped
    }
}

/// Body of `PUT /v1/provisioning/shards`: the pool of shard UUIDs
public struct ShardPool: Codable, Sendable, Hashable {
    /// None twice, none of the ban list.
    public var uuids: [ProximityUUID]

    public init(uuids: [ProximityUUID]) {
        self.uuids = uuids
    }
}

/// UUIDs that makers ship, or that mean nothing: the answer of `GET /v1/provisioning/ban-list`; in the order of their
/// prefixes
public struct BanListDescription: Codable, Sendable, Hashable {
    public var entries: [BannedUUID]

    public init(entries: [BannedUUID]) {
        self.entries = entries
    }
}

/// The answer of `GET /v1/provisioning/profiles`
public struct ProvisioningProfileList: Codable, Sendable, Hashable {
    /// The default first.
    public var profiles: [ProvisioningProfile]

    public init(profiles: [ProvisioningProfile]) {
        self.profiles = profiles
    }
}

/// One kind of beacon that can be provisioned, by what it is known on the air. Its passwords are told to nobody
public struct ProvisioningProfile: Codable, Sendable, Hashable {
    /// Names it in orders.
    public var name: String
    public var title: String
    /// Of the service by which it is set up.
    public var service: BluetoothUUID
    /// Of its identity from the factory, beside those of the ban list.
    public var factoryUUIDs: [ProximityUUID]

    private enum CodingKeys: String, CodingKey {
        case name, title, service
        case factoryUUIDs = "factory_uuids"
    }

    public init(name: String, title: String, service: BluetoothUUID, factoryUUIDs: [ProximityUUID]) {
        self.name = name
        self.title = title
        self.service = service
        self.factoryUUIDs = factoryUUIDs
    }
}

/// UUIDs that begin with the same eight digits
public struct BannedUUID: Codable, Sendable, Hashable {
    /// Eight hexadecimal digits, uppercase. A UUID that begins with them is banned.
    public var prefix: String
    /// The whole, where it is known.
    public var uuid: ProximityUUID?
    /// Who ships it; several share one.
    public var vendors: [String]

    public init(prefix: String, uuid: ProximityUUID? = nil, vendors: [String]) {
        self.prefix = prefix
        self.uuid = uuid
        self.vendors = vendors
    }
}

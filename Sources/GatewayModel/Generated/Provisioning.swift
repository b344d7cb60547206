// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import LineFormats

/// `intent`: recorded before the step. `outcome`: recorded result of the step.
package enum ExchangePhase: String, Word {
    case intent, outcome, note
}

/// Body of `POST /v1/provisioning/runs`: beacons to provision. All are checked before any run starts.
package struct ProvisioningOrder: Codable, Sendable, Hashable {
    /// Id, alias or port of a dongle; may be omitted if there is only one, or only one is connected.
    package var dongle: String?
    /// Name of the beacon profile; default: cp28.
    package var profile: String?
    /// Number of beacons at a time; default: number of the dongle's slots. Range: 1...16.
    package var parallel: Int?
    /// Passwords to try in this order instead of the profile's; they are never shown again.
    package var passwords: [String]?
    /// Whether an identity may be given to another beacon than before; default: false.
    package var replace: Bool?
    /// Longest wait for a beacon to be heard, in milliseconds; default: 10,000. Range: 1,000...600,000.
    package var searchMs: Int?
    /// Longest wait for the new identity to be heard, in milliseconds; default: 20,000. Range: 1,000...600,000.
    package var verifyMs: Int?
    /// 1...1,000 patterns.
    package var items: [ProvisioningItem]

    private enum CodingKeys: String, CodingKey {
        case dongle, profile, parallel, passwords, replace, items
        case searchMs = "search_ms"
        case verifyMs = "verify_ms"
    }

    package init(
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

/// Target values for one beacon; no two of an order share an address, an identity or a name.
package struct ProvisioningItem: Codable, Sendable, Hashable {
    package var address: BluetoothAddress
    /// Default: taken from the device's adverts.
    package var addressType: AddressType?
    /// 1...20 printable ASCII characters.
    package var name: String
    /// UUID that is not on the ban list.
    package var uuid: ProximityUUID
    /// 0...65,535.
    package var major: Int
    /// 0...65,535.
    package var minor: Int
    /// dBm; default: -59. Range: -128...0.
    package var rssiAt1m: Int?
    /// Milliseconds; default: 500. Range: 100...25,500.
    package var intervalMs: Int?
    /// Index, whose meaning in dBm is not known; default: 4. Range: 0...7.
    package var txPower: Int?

    private enum CodingKeys: String, CodingKey {
        case address, name, uuid, major, minor
        case addressType = "address_type"
        case rssiAt1m = "rssi_at_1m"
        case intervalMs = "interval_ms"
        case txPower = "tx_power"
    }

    package init(
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

/// Body of `POST /v1/provisioning/resume` and of `POST /v1/provisioning/verify`.
package struct ProvisioningContinuation: Codable, Sendable, Hashable {
    /// Numbers of runs. Default: the newest run of each beacon if its state is unknown or written-unverified; to
    /// resume, also if it is failed and can be retried.
    package var runs: [Int64]?
    /// Id, alias or port of a dongle; may be omitted if there is only one, or only one is connected.
    package var dongle: String?
    /// Number of beacons at a time; default: number of the dongle's slots. Range: 1...16.
    package var parallel: Int?
    /// Passwords to try in this order instead of the profile's; they are never shown again.
    package var passwords: [String]?
    /// To resume: whether a run may continue whose identity was given to another beacon since; default: false.
    package var replace: Bool?
    /// Longest wait for a beacon to be heard, in milliseconds; default: 10,000. Range: 1,000...600,000.
    package var searchMs: Int?
    /// Longest wait for the new identity to be heard, in milliseconds; default: 20,000. Range: 1,000...600,000.
    package var verifyMs: Int?

    private enum CodingKeys: String, CodingKey {
        case runs, dongle, parallel, passwords, replace
        case searchMs = "search_ms"
        case verifyMs = "verify_ms"
    }

    package init(
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

/// The answer of `GET /v1/provisioning/runs`.
package struct ProvisioningRunList: Codable, Sendable, Hashable {
    /// Runs, newest first.
    package var runs: [ProvisioningRun]

    package init(runs: [ProvisioningRun]) {
        self.runs = runs
    }
}

/// The answer of `GET /v1/provisioning/runs/{run}/exchange`.
package struct ExchangeList: Codable, Sendable, Hashable {
    /// Lines in order.
    package var entries: [ExchangeEntry]
    /// Number of lines that were dropped, because a journal has room for 5,000.
    package var dropped: Int?

    package init(entries: [ExchangeEntry], dropped: Int? = nil) {
        self.entries = entries
        self.dropped = dropped
    }
}

/// A line of a run's journal.
package struct ExchangeEntry: Codable, Sendable, Hashable {
    /// Number of the line, from 1.
    package var number: Int
    package var at: Timestamp
    /// Number of the attempt in the run.
    package var attempt: Int
    package var phase: ExchangePhase
    /// Kind of line, such as `look`, `connect`, `password`, `write`, `notification`, `verify`.
    package var kind: String
    /// Number of the step, from 1.
    package var step: Int?
    package var detail: String
    /// Bytes sent or received, in hexadecimal; never a password.
    package var hex: String?

    package init(
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

/// The answer of `POST /v1/provisioning/stop`.
package struct ProvisioningStopped: Codable, Sendable, Hashable {
    /// Number of runs that were under way.
    package var stopped: Int

    package init(stopped: Int) {
        self.stopped = stopped
    }
}

/// Body of `PUT /v1/provisioning/shards`: the pool of shard UUIDs.
package struct ShardPool: Codable, Sendable, Hashable {
    /// UUIDs, each only once and none on the ban list.
    package var uuids: [ProximityUUID]

    package init(uuids: [ProximityUUID]) {
        self.uuids = uuids
    }
}

/// UUIDs that makers ship, or that mean nothing: the answer of `GET /v1/provisioning/ban-list`, ordered by prefix.
package struct BanListDescription: Codable, Sendable, Hashable {
    package var entries: [BannedUUID]

    package init(entries: [BannedUUID]) {
        self.entries = entries
    }
}

/// The answer of `GET /v1/provisioning/profiles`.
package struct ProvisioningProfileList: Codable, Sendable, Hashable {
    /// Profiles, the default one first.
    package var profiles: [ProvisioningProfile]

    package init(profiles: [ProvisioningProfile]) {
        self.profiles = profiles
    }
}

/// A kind of beacon that can be provisioned, and how it is recognised on the air. Its passwords are never shown.
package struct ProvisioningProfile: Codable, Sendable, Hashable {
    /// Name of the profile in orders.
    package var name: String
    package var title: String
    /// UUID of the service for provisioning.
    package var service: BluetoothUUID
    /// UUIDs of factory identities, besides those on the ban list.
    package var factoryUUIDs: [ProximityUUID]

    private enum CodingKeys: String, CodingKey {
        case name, title, service
        case factoryUUIDs = "factory_uuids"
    }

    package init(name: String, title: String, service: BluetoothUUID, factoryUUIDs: [ProximityUUID]) {
        self.name = name
        self.title = title
        self.service = service
        self.factoryUUIDs = factoryUUIDs
    }
}

/// UUIDs that begin with the same eight digits.
package struct BannedUUID: Codable, Sendable, Hashable {
    /// Eight hexadecimal digits, uppercase. A UUID that begins with them is banned.
    package var prefix: String
    /// The whole UUID, if it is known.
    package var uuid: ProximityUUID?
    /// Makers that ship the UUID; several may share one.
    package var vendors: [String]

    package init(prefix: String, uuid: ProximityUUID? = nil, vendors: [String]) {
        self.prefix = prefix
        self.uuid = uuid
        self.vendors = vendors
    }
}

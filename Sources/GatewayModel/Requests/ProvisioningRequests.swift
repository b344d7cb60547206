/// Body of `POST /v1/provisioning/runs`: beacons to provision. All are checked before anything is begun.
public struct ProvisioningOrder: Codable, Sendable, Hashable {
    /// Id, alias or port of the dongle; nil where there is only one.
    public var dongle: String?
    /// Name of the beacon profile; `cp28` unless said.
    public var profile: String?
    /// Beacons at a time, 1...16; nil = as many as the dongle has slots.
    public var parallel: Int?
    /// Tried in this order instead of the profile's; 1...16 of 1...64 printable ASCII characters, none twice. Never told again.
    public var passwords: [String]?
    /// Whether an identity may go to another beacon than the one it was given to before; false unless said.
    public var replace: Bool?
    /// Longest wait for a beacon to be heard before it is connected to, 1,000...600,000; 10,000 unless said.
    public var searchMs: Int?
    /// Longest wait for the new identity on the air, 1,000...600,000; 20,000 unless said.
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

/// What one beacon is to be.
public struct ProvisioningItem: Codable, Sendable, Hashable {
    /// `aa:bb:cc:dd:ee:ff`.
    public var address: String
    /// `public` or `random`; nil: it is heard.
    public var addressType: String?
    /// 1...20 printable ASCII characters.
    public var name: String
    /// 32 digits, with dashes or without; none of the ban list.
    public var uuid: String
    public var major: Int
    public var minor: Int
    /// dBm, -128...0; -59 unless said.
    public var rssiAt1m: Int?
    /// A multiple of 100, 100...25,500; 500 unless said.
    public var intervalMs: Int?
    /// Index of 0...7; 4 unless said.
    public var txPower: Int?

    private enum CodingKeys: String, CodingKey {
        case address, name, uuid, major, minor
        case addressType = "address_type"
        case rssiAt1m = "rssi_at_1m"
        case intervalMs = "interval_ms"
        case txPower = "tx_power"
    }

    public init(
        address: String, addressType: String? = nil, name: String, uuid: String, major: Int, minor: Int,
        rssiAt1m: Int? = nil, intervalMs: Int? = nil, txPower: Int? = nil
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
public struct ProvisioningContinuation: Codable, Sendable, Hashable {
    /// Runs, at most 1,000. Nil: of each beacon the newest, where that is `unknown` or `written-unverified`; to resume, where
    /// it is `failed` too, unless the beacon refused it for good.
    public var runs: [Int64]?
    /// As for ``ProvisioningOrder``, like the following.
    public var dongle: String?
    public var parallel: Int?
    public var passwords: [String]?
    /// To resume: whether a run may go on whose identity another beacon was given since; false unless said.
    public var replace: Bool?
    public var searchMs: Int?
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

/// Body of `PUT /v1/provisioning/shards`: the pool of shard UUIDs.
public struct ShardPool: Codable, Sendable, Hashable {
    /// At most 64, none twice, none of the ban list.
    public var uuids: [String]

    public init(uuids: [String]) {
        self.uuids = uuids
    }
}

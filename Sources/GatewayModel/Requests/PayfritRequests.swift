extension PayfritLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without what is secret.
    public var description: String { "PayfritLogin(\(phone ?? username ?? ""))" }
    public var debugDescription: String { description }
    /// `dump` and failing expectations look into values by this.
    public var customMirror: Mirror { Mirror(self, children: ["user": phone ?? username ?? ""]) }
}

/// Body of `POST /v1/payfrit/service-points` and of `PATCH …/{id}`. What is missing stays as it is.
public struct PayfritServicePointOrder: Codable, Sendable, Hashable {
    /// 1...100 characters; one that is made needs it.
    public var name: String?
    public var type: Int?
    public var code: String?
    public var sortOrder: Int?
    public var active: Bool?

    private enum CodingKeys: String, CodingKey {
        case name, type, code, active
        case sortOrder = "sort_order"
    }

    public init(
        name: String? = nil, type: Int? = nil, code: String? = nil, sortOrder: Int? = nil, active: Bool? = nil
    ) {
        self.name = name
        self.type = type
        self.code = code
        self.sortOrder = sortOrder
        self.active = active
    }
}

/// Body of `PUT /v1/payfrit/service-points/{id}/beacon`: which beacon stands there. `DELETE` takes it away.
public struct PayfritAssignment: Codable, Sendable, Hashable {
    /// Nil takes it away.
    public var beacon: Int?

    public init(beacon: Int?) {
        self.beacon = beacon
    }
}

/// Body of `POST /v1/payfrit/beacons` and of `PATCH …/{id}`. What is missing stays as it is.
public struct PayfritBeaconOrder: Codable, Sendable, Hashable {
    /// 1...100 characters; one that is made needs it, and the UUID.
    public var name: String?
    /// 32 hexadecimal digits, with dashes or without.
    public var uuid: String?
    public var active: Bool?

    public init(name: String? = nil, uuid: String? = nil, active: Bool? = nil) {
        self.name = name
        self.uuid = uuid
        self.active = active
    }
}

/// Body of `POST /v1/payfrit/tables`: the table to take. One of the three at most; none means the next table of the business.
public struct PayfritTableOrder: Codable, Sendable, Hashable {
    /// Number of a service point.
    public var servicePoint: Int?
    /// Name of a service point, made where there is none of the name.
    public var name: String?
    /// A new service point gets the name that follows this one, rather than the one that follows the business's highest.
    public var after: String?

    private enum CodingKeys: String, CodingKey {
        case name, after
        case servicePoint = "service_point"
    }

    public init(servicePoint: Int? = nil, name: String? = nil, after: String? = nil) {
        self.servicePoint = servicePoint
        self.name = name
        self.after = after
    }
}

/// Body of `POST /v1/payfrit/tables/{table}/provision`: the beacon that the table gets.
public struct PayfritProvisioning: Codable, Sendable, Hashable {
    /// `aa:bb:cc:dd:ee:ff`.
    public var address: String
    /// As for ``ProvisioningItem`` and ``ProvisioningOrder``, like the following.
    public var addressType: String?
    public var rssiAt1m: Int?
    public var intervalMs: Int?
    public var txPower: Int?
    public var dongle: String?
    public var profile: String?
    public var passwords: [String]?
    public var replace: Bool?
    public var searchMs: Int?
    public var verifyMs: Int?

    private enum CodingKeys: String, CodingKey {
        case address, dongle, profile, passwords, replace
        case addressType = "address_type"
        case rssiAt1m = "rssi_at_1m"
        case intervalMs = "interval_ms"
        case txPower = "tx_power"
        case searchMs = "search_ms"
        case verifyMs = "verify_ms"
    }

    public init(address: String) {
        self.address = address
    }
}

/// Body of `POST /v1/payfrit/tables/{table}/register`.
public struct PayfritRegistering: Codable, Sendable, Hashable {
    /// Whether a beacon is registered that nobody has seen on the air; false unless said.
    public var force: Bool?

    public init(force: Bool? = nil) {
        self.force = force
    }
}

/// Body of `PATCH /v1/payfrit/queue/{id}`. What is missing stays as it is.
public struct PayfritRegistrationChange: Codable, Sendable, Hashable {
    /// 1...100 characters.
    public var name: String?
    public var servicePoint: Int?

    private enum CodingKeys: String, CodingKey {
        case name
        case servicePoint = "service_point"
    }

    public init(name: String? = nil, servicePoint: Int? = nil) {
        self.name = name
        self.servicePoint = servicePoint
    }
}

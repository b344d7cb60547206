import Advertising

/// A beacon as the backend knows it.
public struct Beacon: Sendable, Hashable, Identifiable {
    public var id: Int
    /// Nil where ``uuidText`` is no UUID: one such row must not hide the others.
    public var uuid: ProximityUUID?
    /// As the server has it.
    public var uuidText: String
    public var name: String?
    public var business: Int
    public var businessName: String?
    public var isActive: Bool
    public var major: UInt16?
    public var minor: UInt16?
    /// Of its hardware; nil as well where the server's text is no MAC address.
    public var address: BluetoothAddress?
    public var servicePoint: Int?
    public var servicePointName: String?
    /// Times as the server writes them: no form of theirs is known.
    public var lastSeen: String?
    public var created: String?
    public var updated: String?

    public init(
        id: Int, uuid: ProximityUUID, name: String? = nil, business: Int, businessName: String? = nil,
        isActive: Bool = true, major: UInt16? = nil, minor: UInt16? = nil, address: BluetoothAddress? = nil,
        servicePoint: Int? = nil, servicePointName: String? = nil, lastSeen: String? = nil, created: String? = nil,
        updated: String? = nil
    ) {
        self.id = id
        self.uuid = uuid
        self.uuidText = uuid.description
        self.name = name
        self.business = business
        self.businessName = businessName
        self.isActive = isActive
        self.major = major
        self.minor = minor
        self.address = address
        self.servicePoint = servicePoint
        self.servicePointName = servicePointName
        self.lastSeen = lastSeen
        self.created = created
        self.updated = updated
    }

    /// Whole, where the server knows all of its parts.
    public var identity: BeaconIdentity? {
        guard let uuid, let major, let minor else { return nil }
        return BeaconIdentity(uuid: uuid, major: major, minor: minor)
    }
}

/// A beacon to be made.
public struct BeaconDraft: Sendable, Hashable {
    public var name: String
    public var uuid: ProximityUUID
    public var isActive: Bool
    /// Whose beacon it becomes; nil: the php generation makes a service point of the same name, unless there is one. The cfm
    /// generation makes none, and refuses to be given one.
    public var servicePoint: Int?

    public init(name: String, uuid: ProximityUUID, isActive: Bool = true, servicePoint: Int? = nil) {
        self.name = name
        self.uuid = uuid
        self.isActive = isActive
        self.servicePoint = servicePoint
    }
}

/// What is to become of a beacon; what is nil stays as it is.
public struct BeaconChange: Sendable, Hashable {
    public var name: String?
    public var uuid: ProximityUUID?
    public var isActive: Bool?

    public init(name: String? = nil, uuid: ProximityUUID? = nil, isActive: Bool? = nil) {
        self.name = name
        self.uuid = uuid
        self.isActive = isActive
    }
}

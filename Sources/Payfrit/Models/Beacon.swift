import Advertising

/// A beacon in the backend's records.
package struct Beacon: Sendable, Hashable, Identifiable {
    package var id: Int
    /// Nil if ``uuidText`` is not a UUID: such a row must not hide the others.
    package var uuid: ProximityUUID?
    /// UUID as the server wrote it.
    package var uuidText: String
    package var name: String?
    package var business: Int
    package var businessName: String?
    package var isActive: Bool
    package var major: UInt16?
    package var minor: UInt16?
    /// Address of the hardware; nil also if the server's text is not a MAC address.
    package var address: BluetoothAddress?
    package var servicePoint: Int?
    package var servicePointName: String?
    /// Times as the server writes them; their format is not known.
    package var lastSeen: String?
    package var created: String?
    package var updated: String?

    package init(
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

    /// Identity; nil if the server does not know all of its parts.
    package var identity: BeaconIdentity? {
        guard let uuid, let major, let minor else { return nil }
        return BeaconIdentity(uuid: uuid, major: major, minor: minor)
    }
}

/// A beacon to create.
package struct BeaconDraft: Sendable, Hashable {
    package var name: String
    package var uuid: ProximityUUID
    package var isActive: Bool
    /// Service point that gets the beacon; nil: the php generation creates a service point with the
    /// beacon's name, unless there is one. The cfm generation creates none, and does not accept one
    /// here.
    package var servicePoint: Int?

    package init(name: String, uuid: ProximityUUID, isActive: Bool = true, servicePoint: Int? = nil) {
        self.name = name
        self.uuid = uuid
        self.isActive = isActive
        self.servicePoint = servicePoint
    }
}

/// Change to a beacon; fields that are nil stay as they are.
package struct BeaconChange: Sendable, Hashable {
    package var name: String?
    package var uuid: ProximityUUID?
    package var isActive: Bool?

    package init(name: String? = nil, uuid: ProximityUUID? = nil, isActive: Bool? = nil) {
        self.name = name
        self.uuid = uuid
        self.isActive = isActive
    }
}

import Advertising

/// A beacon as the backend knows it.
package struct Beacon: Sendable, Hashable, Identifiable {
    package var id: Int
    /// Nil where ``uuidText`` is no UUID: one such row must not hide the others.
    package var uuid: ProximityUUID?
    /// As the server has it.
    package var uuidText: String
    package var name: String?
    package var business: Int
    package var businessName: String?
    package var isActive: Bool
    package var major: UInt16?
    package var minor: UInt16?
    /// Of its hardware; nil as well where the server's text is no MAC address.
    package var address: BluetoothAddress?
    package var servicePoint: Int?
    package var servicePointName: String?
    /// Times as the server writes them: no form of theirs is known.
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

    /// Whole, where the server knows all of its parts.
    package var identity: BeaconIdentity? {
        guard let uuid, let major, let minor else { return nil }
        return BeaconIdentity(uuid: uuid, major: major, minor: minor)
    }
}

/// A beacon to be made.
package struct BeaconDraft: Sendable, Hashable {
    package var name: String
    package var uuid: ProximityUUID
    package var isActive: Bool
    /// Whose beacon it becomes; nil: the php generation makes a service point of the same name, unless there is one. The cfm
    /// generation makes none, and refuses to be given one.
    package var servicePoint: Int?

    package init(name: String, uuid: ProximityUUID, isActive: Bool = true, servicePoint: Int? = nil) {
        self.name = name
        self.uuid = uuid
        self.isActive = isActive
        self.servicePoint = servicePoint
    }
}

/// What is to become of a beacon; what is nil stays as it is.
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

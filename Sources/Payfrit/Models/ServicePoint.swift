/// A table, or another place where guests are served.
package struct ServicePoint: Sendable, Hashable, Identifiable {
    package var id: Int
    package var business: Int
    package var name: String
    package var type: Int?
    package var code: String?
    package var sortOrder: Int?
    package var isActive: Bool
    /// ID of the beacon that is assigned to the service point.
    package var beacon: Int?
    package var minor: UInt16?

    package init(
        id: Int, business: Int, name: String, type: Int? = nil, code: String? = nil, sortOrder: Int? = nil,
        isActive: Bool = true, beacon: Int? = nil, minor: UInt16? = nil
    ) {
        self.id = id
        self.business = business
        self.name = name
        self.type = type
        self.code = code
        self.sortOrder = sortOrder
        self.isActive = isActive
        self.beacon = beacon
        self.minor = minor
    }
}

/// Change to a service point; fields that are nil stay as they are.
package struct ServicePointChange: Sendable, Hashable {
    package enum Assignment: Sendable, Hashable {
        case beacon(Int)
        case removed
    }

    /// ID; nil for a new service point, which needs a name.
    package var id: Int?
    package var name: String?
    package var type: Int?
    package var code: String?
    /// 0...100,000.
    package var sortOrder: Int?
    package var isActive: Bool?
    package var beacon: Assignment?

    package init(
        id: Int? = nil, name: String? = nil, type: Int? = nil, code: String? = nil, sortOrder: Int? = nil,
        isActive: Bool? = nil, beacon: Assignment? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.code = code
        self.sortOrder = sortOrder
        self.isActive = isActive
        self.beacon = beacon
    }
}

/// A kind of service point.
package struct ServicePointType: Sendable, Hashable, Identifiable {
    package var id: Int
    package var name: String

    package init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

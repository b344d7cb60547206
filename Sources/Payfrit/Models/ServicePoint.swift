/// A table, or wherever else guests are served.
public struct ServicePoint: Sendable, Hashable, Identifiable {
    public var id: Int
    public var business: Int
    public var name: String
    public var type: Int?
    public var code: String?
    public var sortOrder: Int?
    public var isActive: Bool
    /// The beacon that is assigned to it.
    public var beacon: Int?
    public var minor: UInt16?

    public init(
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

/// What is to become of a service point; what is nil stays as it is.
public struct ServicePointChange: Sendable, Hashable {
    public enum Assignment: Sendable, Hashable {
        case beacon(Int)
        case removed
    }

    /// Nil: a new one, which needs a name.
    public var id: Int?
    public var name: String?
    public var type: Int?
    public var code: String?
    /// 0...100,000.
    public var sortOrder: Int?
    public var isActive: Bool?
    public var beacon: Assignment?

    public init(
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
public struct ServicePointType: Sendable, Hashable, Identifiable {
    public var id: Int
    public var name: String

    public init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

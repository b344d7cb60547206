import JSONLines

/// A place that a beacon can be assigned to, such as a table.
public struct PayfritServicePoint: Codable, Sendable, Hashable {
    public var id: Int
    public var name: String
    /// Number of its type.
    public var type: Int?
    public var code: String?
    public var sortOrder: Int?
    /// Nil where the backend does not say.
    public var active: Bool?
    /// The beacon that is assigned.
    public var beacon: Int?
    /// Its name; nil where none is assigned, or it has none, or is not among the beacons of the business.
    public var beaconName: String?
    public var minor: Int?

    private enum CodingKeys: String, CodingKey {
        case id, name, type, code, active, beacon, minor
        case sortOrder = "sort_order"
        case beaconName = "beacon_name"
    }

    public init(
        id: Int, name: String, type: Int? = nil, code: String? = nil, sortOrder: Int? = nil, active: Bool? = nil,
        beacon: Int? = nil, beaconName: String? = nil, minor: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.code = code
        self.sortOrder = sortOrder
        self.active = active
        self.beacon = beacon
        self.beaconName = beaconName
        self.minor = minor
    }
}

/// The answer of `GET /v1/payfrit/service-points`.
public struct PayfritServicePointList: Codable, Sendable, Hashable {
    public var servicePoints: [PayfritServicePoint]
    /// Nil where everything could be read.
    public var leftOut: PayfritLeftOut?

    private enum CodingKeys: String, CodingKey {
        case servicePoints = "service_points"
        case leftOut = "left_out"
    }

    public init(servicePoints: [PayfritServicePoint], leftOut: PayfritLeftOut? = nil) {
        self.servicePoints = servicePoints
        self.leftOut = leftOut
    }
}

/// A kind of service points.
public struct PayfritServicePointType: Codable, Sendable, Hashable {
    public var id: Int
    public var name: String

    public init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

/// The answer of `GET /v1/payfrit/service-point-types`.
public struct PayfritServicePointTypeList: Codable, Sendable, Hashable {
    public var types: [PayfritServicePointType]
    /// Nil where everything could be read.
    public var leftOut: PayfritLeftOut?

    private enum CodingKeys: String, CodingKey {
        case types
        case leftOut = "left_out"
    }

    public init(types: [PayfritServicePointType], leftOut: PayfritLeftOut? = nil) {
        self.types = types
        self.leftOut = leftOut
    }
}

extension PayfritBadge {
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// Of the business that was chosen.
        case ours
        /// Of another business.
        case other
        /// It has a UUID that makers ship, and was not provisioned yet.
        case banned
        case unknown
    }
}

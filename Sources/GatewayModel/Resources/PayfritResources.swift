import JSONLines

/// A business of the user's.
public struct PayfritBusiness: Codable, Sendable, Hashable {
    public var id: Int
    public var name: String
    public var city: String?
    /// The business that it belongs to.
    public var parent: Int?

    public init(id: Int, name: String, city: String? = nil, parent: Int? = nil) {
        self.id = id
        self.name = name
        self.city = city
        self.parent = parent
    }
}

/// The answer of `GET /v1/payfrit/businesses`.
public struct PayfritBusinessList: Codable, Sendable, Hashable {
    public var businesses: [PayfritBusiness]
    /// Nil where everything could be read.
    public var leftOut: PayfritLeftOut?

    private enum CodingKeys: String, CodingKey {
        case businesses
        case leftOut = "left_out"
    }

    public init(businesses: [PayfritBusiness], leftOut: PayfritLeftOut? = nil) {
        self.businesses = businesses
        self.leftOut = leftOut
    }
}

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

/// A beacon as the backend knows it.
public struct PayfritBeacon: Codable, Sendable, Hashable {
    public var id: Int
    public var uuid: String
    public var name: String?
    public var business: Int
    public var businessName: String?
    /// Nil where the backend does not say.
    public var active: Bool?
    public var major: Int?
    public var minor: Int?
    /// `aa:bb:cc:dd:ee:ff`.
    public var address: String?
    public var servicePoint: Int?
    public var servicePointName: String?
    /// As the backend writes them.
    public var lastSeen: String?
    public var created: String?
    public var updated: String?

    private enum CodingKeys: String, CodingKey {
        case id, uuid, name, business, active, major, minor, address, created, updated
        case businessName = "business_name"
        case servicePoint = "service_point"
        case servicePointName = "service_point_name"
        case lastSeen = "last_seen"
    }

    public init(id: Int, uuid: String, name: String?, business: Int) {
        self.id = id
        self.uuid = uuid
        self.name = name
        self.business = business
    }
}

/// The answer of `GET /v1/payfrit/beacons` and of `GET /v1/payfrit/lookup`.
public struct PayfritBeaconList: Codable, Sendable, Hashable {
    public var beacons: [PayfritBeacon]
    /// Nil where everything could be read.
    public var leftOut: PayfritLeftOut?
    /// When the backend said so, where it is out of reach now.
    public var asOf: Timestamp?

    private enum CodingKeys: String, CodingKey {
        case beacons
        case leftOut = "left_out"
        case asOf = "as_of"
    }

    public init(beacons: [PayfritBeacon], leftOut: PayfritLeftOut? = nil, asOf: Timestamp? = nil) {
        self.beacons = beacons
        self.leftOut = leftOut
        self.asOf = asOf
    }
}

/// Whose a beacon is.
public struct PayfritBadge: Codable, Sendable, Hashable {
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// Of the business that was chosen.
        case ours
        /// Of another business.
        case other
        /// It has a UUID that makers ship, and was not provisioned yet.
        case banned
        case unknown
    }

    public var kind: Kind
    /// Of the table, where it is ours; of the business, where it is another's.
    public var name: String?

    public init(kind: Kind, name: String? = nil) {
        self.kind = kind
        self.name = name
    }
}

// Made from docs/openapi.yaml by tools/api-types. Change that, and run it again.

import JSONLines

/// How the gateway stands with the Payfrit backend: the answer of `GET /v1/payfrit/status`
public struct PayfritStatus: Codable, Sendable, Hashable {
    /// dev, prod or a URL.
    public var environment: String
    /// URL of the backend.
    public var base: String
    /// Whether nothing of it is for guests, which is to be said on every page.
    public var isDev: Bool
    /// Whether the login crosses a network without encryption.
    public var isExposed: Bool
    /// What the backend said when it was last asked for a one-time password.
    public var notice: String?
    /// How far this machine's clock is behind the backend's, negative = ahead of it; only where that is 2 minutes or
    /// more.
    public var clockBehindSeconds: Int?
    /// Generation of the backend's API. `php` or `cfm`.
    public var api: String
    /// Who is logged in; absent = nobody.
    public var user: PayfritUser?
    /// The business that was chosen.
    public var business: PayfritBusiness?
    /// Why a login that is kept is not used, such as one of another backend.
    public var unusedLogin: String?
    public var registrations: PayfritQueue
    /// How many are in each state; only states that any is in.
    public var tables: [String: Int]
    /// The last failure of a request or a delivery.
    public var lastError: PayfritFailure?

    private enum CodingKeys: String, CodingKey {
        case environment, base, notice, api, user, business, registrations, tables
        case isDev = "is_dev"
        case isExposed = "is_exposed"
        case clockBehindSeconds = "clock_behind_s"
        case unusedLogin = "unused_login"
        case lastError = "last_error"
    }

    public init(
        environment: String, base: String, isDev: Bool, isExposed: Bool, notice: String? = nil,
        clockBehindSeconds: Int? = nil, api: String, user: PayfritUser? = nil, business: PayfritBusiness? = nil,
        unusedLogin: String? = nil, registrations: PayfritQueue, tables: [String: Int], lastError: PayfritFailure? = nil
    ) {
        self.environment = environment
        self.base = base
        self.isDev = isDev
        self.isExposed = isExposed
        self.notice = notice
        self.clockBehindSeconds = clockBehindSeconds
        self.api = api
        self.user = user
        self.business = business
        self.unusedLogin = unusedLogin
        self.registrations = registrations
        self.tables = tables
        self.lastError = lastError
    }
}

/// Who is logged in
public struct PayfritUser: Codable, Sendable, Hashable {
    /// The backend's number, where it tells one. 1...2,147,483,647.
    public var id: Int?
    /// The backend's name of the user, or what was logged in with.
    public var name: String

    public init(id: Int? = nil, name: String) {
        self.id = id
        self.name = name
    }
}

/// Body of `POST /v1/payfrit/otp`: whom to send a one-time password
public struct PayfritOTPRequest: Codable, Sendable, Hashable {
    /// 3 to 20 digits, perhaps with + before them, and blanks, brackets, dots, dashes and slashes among them.
    public var phone: String

    public init(phone: String) {
        self.phone = phone
    }
}

/// A phone and its one-time password where `api` is `php`, a name and a password where it is `cfm`; the passwords are
/// never told again
public struct PayfritLogin: Codable, Sendable, Hashable {
    public var phone: String?
    /// Never told again, like the password.
    public var otp: String?
    /// E-mail address or phone number.
    public var username: String?
    public var password: String?

    public init(phone: String? = nil, otp: String? = nil, username: String? = nil, password: String? = nil) {
        self.phone = phone
        self.otp = otp
        self.username = username
        self.password = password
    }
}

/// A business of the user's
public struct PayfritBusiness: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    public var id: Int
    public var name: String
    public var city: String?
    /// The business that it belongs to. 1...2,147,483,647.
    public var parent: Int?

    public init(id: Int, name: String, city: String? = nil, parent: Int? = nil) {
        self.id = id
        self.name = name
        self.city = city
        self.parent = parent
    }
}

/// Rows of the backend's that the list does not have because they cannot be read; only where there are any
public struct PayfritLeftOut: Codable, Sendable, Hashable {
    /// 1...10,000.
    public var rows: Int
    /// What is wrong with the first of them.
    public var reason: String

    public init(rows: Int, reason: String) {
        self.rows = rows
        self.reason = reason
    }
}

/// The answer of `GET /v1/payfrit/businesses`
public struct PayfritBusinessList: Codable, Sendable, Hashable {
    public var businesses: [PayfritBusiness]
    /// Absent where everything could be read.
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

/// Body of `PUT /v1/payfrit/business`: the business to work for
public struct PayfritBusinessChoice: Codable, Sendable, Hashable {
    /// Its number, its name, or a beginning that no other name has; 1...256 bytes, of any script.
    public var business: String

    public init(business: String) {
        self.business = business
    }
}

/// The answer of `GET /v1/payfrit/resolve`
public struct PayfritResolution: Codable, Sendable, Hashable {
    /// Nil: the UUID and the major are nobody's.
    public var business: PayfritBusiness?

    public init(business: PayfritBusiness? = nil) {
        self.business = business
    }
}

/// Body of `POST /v1/payfrit/badges`: the beacons that are asked about
public struct PayfritBadgeQuestion: Codable, Sendable, Hashable {
    /// `UUID/major/minor`, 1...1000 of them.
    public var identities: [String]

    public init(identities: [String]) {
        self.identities = identities
    }
}

/// The answer of `POST /v1/payfrit/badges`
public struct PayfritBadgeList: Codable, Sendable, Hashable {
    /// One for each that was asked about, in that order.
    public var badges: [PayfritBadge]
    /// Why more could not be learned; absent where all that there is to know is known.
    public var error: PayfritFailure?

    public init(badges: [PayfritBadge], error: PayfritFailure? = nil) {
        self.badges = badges
        self.error = error
    }
}

/// A beacon as the backend knows it
public struct PayfritBeacon: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    public var id: Int
    /// As the backend has it.
    public var uuid: String
    public var name: String?
    /// 1...2,147,483,647.
    public var business: Int
    public var businessName: String?
    /// Absent where the backend does not say.
    public var active: Bool?
    /// 0...65,535.
    public var major: Int?
    /// 0...65,535.
    public var minor: Int?
    /// Of its hardware.
    public var address: String?
    /// 1...2,147,483,647.
    public var servicePoint: Int?
    public var servicePointName: String?
    /// As the backend writes it, like the following.
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

    public init(
        id: Int, uuid: String, name: String? = nil, business: Int, businessName: String? = nil, active: Bool? = nil,
        major: Int? = nil, minor: Int? = nil, address: String? = nil, servicePoint: Int? = nil,
        servicePointName: String? = nil, lastSeen: String? = nil, created: String? = nil, updated: String? = nil
    ) {
        self.id = id
        self.uuid = uuid
        self.name = name
        self.business = business
        self.businessName = businessName
        self.active = active
        self.major = major
        self.minor = minor
        self.address = address
        self.servicePoint = servicePoint
        self.servicePointName = servicePointName
        self.lastSeen = lastSeen
        self.created = created
        self.updated = updated
    }
}

/// The answer of `GET /v1/payfrit/beacons` and of `GET /v1/payfrit/lookup`
public struct PayfritBeaconList: Codable, Sendable, Hashable {
    public var beacons: [PayfritBeacon]
    /// Absent where everything could be read.
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

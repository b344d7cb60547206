// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import JSONLines

package enum RegistrationHold: String, Word {
    case 
        loggedOut = "logged-out", otherUser = "other-user", notInThisAPI = "not-in-this-api", notSetUp = "not-set-up",
        otherBackend = "other-backend"
    
}

package enum RegistrationState: String, Word {
    case waiting, refused
}

package enum RegistrationStep: String, Word {
    case register, save, verify
}

package enum PayfritAPI: String, Word {
    case php, cfm
}

/// How the gateway stands with the Payfrit backend: the answer of `GET /v1/payfrit/status`
package struct PayfritStatus: Codable, Sendable, Hashable {
    /// dev, prod or a URL.
    package var environment: String
    /// URL of the backend.
    package var base: String
    /// Whether nothing of it is for guests, which is to be said on every page.
    package var isDev: Bool
    /// Whether the login crosses a network without encryption.
    package var isExposed: Bool
    /// What the backend said when it was last asked for a one-time password.
    package var notice: String?
    /// How far this machine's clock is behind the backend's, negative = ahead of it; only where that is 2 minutes or
    /// more.
    package var clockBehindSeconds: Int?
    /// Generation of the backend's API.
    package var api: PayfritAPI
    /// Who is logged in; absent = nobody.
    package var user: PayfritUser?
    /// The business that was chosen.
    package var business: PayfritBusiness?
    /// Why a login that is kept is not used, such as one of another backend.
    package var unusedLogin: String?
    package var registrations: PayfritQueue
    /// How many are in each state; only states that any is in.
    package var tables: [String: Int]
    /// The last failure of a request or a delivery.
    package var lastError: ErrorReport?

    private enum CodingKeys: String, CodingKey {
        case environment, base, notice, api, user, business, registrations, tables
        case isDev = "is_dev"
        case isExposed = "is_exposed"
        case clockBehindSeconds = "clock_behind_s"
        case unusedLogin = "unused_login"
        case lastError = "last_error"
    }

    package init(
        environment: String, base: String, isDev: Bool, isExposed: Bool, notice: String? = nil,
        clockBehindSeconds: Int? = nil, api: PayfritAPI, user: PayfritUser? = nil, business: PayfritBusiness? = nil,
        unusedLogin: String? = nil, registrations: PayfritQueue, tables: [String: Int], lastError: ErrorReport? = nil
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
package struct PayfritUser: Codable, Sendable, Hashable {
    /// The backend's number, where it tells one. 1...2,147,483,647.
    package var id: Int?
    /// The backend's name of the user, or what was logged in with.
    package var name: String

    package init(id: Int? = nil, name: String) {
        self.id = id
        self.name = name
    }
}

/// Registrations that are not delivered
package struct PayfritQueue: Codable, Sendable, Hashable {
    /// For the backend that is set up.
    package var waiting: Int
    /// By it for good.
    package var refused: Int
    /// For other backends, until these are set up again.
    package var elsewhere: Int
    /// Since the start.
    package var delivered: Int
    /// Why nothing is delivered at the moment; never `other-backend`.
    package var held: RegistrationHold?
    /// When the next is tried again; absent where none failed.
    package var nextAttempt: Timestamp?

    private enum CodingKeys: String, CodingKey {
        case waiting, refused, elsewhere, delivered, held
        case nextAttempt = "next_attempt"
    }

    package init(
        waiting: Int, refused: Int, elsewhere: Int, delivered: Int, held: RegistrationHold? = nil,
        nextAttempt: Timestamp? = nil
    ) {
        self.waiting = waiting
        self.refused = refused
        self.elsewhere = elsewhere
        self.delivered = delivered
        self.held = held
        self.nextAttempt = nextAttempt
    }
}

/// Body of `POST /v1/payfrit/otp`: whom to send a one-time password
package struct PayfritOTPRequest: Codable, Sendable, Hashable {
    /// 3 to 20 digits, perhaps with + before them, and blanks, brackets, dots, dashes and slashes among them.
    package var phone: String

    package init(phone: String) {
        self.phone = phone
    }
}

/// A phone and its one-time password where `api` is `php`, a name and a password where it is `cfm`; the passwords are
/// never told again
package struct PayfritLogin: Codable, Sendable, Hashable {
    package var phone: String?
    /// Never told again, like the password.
    package var otp: String?
    /// E-mail address or phone number.
    package var username: String?
    package var password: String?

    package init(phone: String? = nil, otp: String? = nil, username: String? = nil, password: String? = nil) {
        self.phone = phone
        self.otp = otp
        self.username = username
        self.password = password
    }
}

/// A business of the user's
package struct PayfritBusiness: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var id: Int
    package var name: String
    package var city: String?
    /// The business that it belongs to. 1...2,147,483,647.
    package var parent: Int?

    package init(id: Int, name: String, city: String? = nil, parent: Int? = nil) {
        self.id = id
        self.name = name
        self.city = city
        self.parent = parent
    }
}

/// Rows of the backend's that the list does not have because they cannot be read; only where there are any
package struct PayfritLeftOut: Codable, Sendable, Hashable {
    /// 1...10,000.
    package var rows: Int
    /// What is wrong with the first of them.
    package var reason: String

    package init(rows: Int, reason: String) {
        self.rows = rows
        self.reason = reason
    }
}

/// The answer of `GET /v1/payfrit/businesses`
package struct PayfritBusinessList: Codable, Sendable, Hashable {
    package var businesses: [PayfritBusiness]
    /// Absent where everything could be read.
    package var leftOut: PayfritLeftOut?

    private enum CodingKeys: String, CodingKey {
        case businesses
        case leftOut = "left_out"
    }

    package init(businesses: [PayfritBusiness], leftOut: PayfritLeftOut? = nil) {
        self.businesses = businesses
        self.leftOut = leftOut
    }
}

/// Body of `PUT /v1/payfrit/business`: the business to work for
package struct PayfritBusinessChoice: Codable, Sendable, Hashable {
    /// Its number, its name, or a beginning that no other name has.
    package var business: String

    package init(business: String) {
        self.business = business
    }
}

/// The answer of `GET /v1/payfrit/resolve`
package struct PayfritResolution: Codable, Sendable, Hashable {
    /// Nil: the UUID and the major are nobody's.
    package var business: PayfritBusiness?

    package init(business: PayfritBusiness? = nil) {
        self.business = business
    }
}

/// Body of `POST /v1/payfrit/badges`: the beacons that are asked about
package struct PayfritBadgeQuestion: Codable, Sendable, Hashable {
    /// `UUID/major/minor`, 1...1000 of them.
    package var identities: [String]

    package init(identities: [String]) {
        self.identities = identities
    }
}

/// The answer of `POST /v1/payfrit/badges`
package struct PayfritBadgeList: Codable, Sendable, Hashable {
    /// One for each that was asked about, in that order.
    package var badges: [PayfritBadge]
    /// Why more could not be learned; absent where all that there is to know is known.
    package var error: ErrorReport?

    package init(badges: [PayfritBadge], error: ErrorReport? = nil) {
        self.badges = badges
        self.error = error
    }
}

/// A place that a beacon can be assigned to, such as a table
package struct PayfritServicePoint: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var id: Int
    package var name: String
    /// 1...2,147,483,647.
    package var type: Int?
    package var code: String?
    package var sortOrder: Int?
    package var active: Bool?
    /// That is assigned. 1...2,147,483,647.
    package var beacon: Int?
    /// In the list only.
    package var beaconName: String?
    /// 0...65,535.
    package var minor: Int?

    private enum CodingKeys: String, CodingKey {
        case id, name, type, code, active, beacon, minor
        case sortOrder = "sort_order"
        case beaconName = "beacon_name"
    }

    package init(
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

/// The answer of `GET /v1/payfrit/service-points`
package struct PayfritServicePointList: Codable, Sendable, Hashable {
    package var servicePoints: [PayfritServicePoint]
    package var leftOut: PayfritLeftOut?

    private enum CodingKeys: String, CodingKey {
        case servicePoints = "service_points"
        case leftOut = "left_out"
    }

    package init(servicePoints: [PayfritServicePoint], leftOut: PayfritLeftOut? = nil) {
        self.servicePoints = servicePoints
        self.leftOut = leftOut
    }
}

/// A kind of service points
package struct PayfritServicePointType: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var id: Int
    package var name: String

    package init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

/// The answer of `GET /v1/payfrit/service-point-types`
package struct PayfritServicePointTypeList: Codable, Sendable, Hashable {
    package var types: [PayfritServicePointType]
    package var leftOut: PayfritLeftOut?

    private enum CodingKeys: String, CodingKey {
        case types
        case leftOut = "left_out"
    }

    package init(types: [PayfritServicePointType], leftOut: PayfritLeftOut? = nil) {
        self.types = types
        self.leftOut = leftOut
    }
}

/// Body of `POST /v1/payfrit/service-points` and of `PATCH …/{point}`. What is missing stays as it is
package struct PayfritServicePointOrder: Codable, Sendable, Hashable {
    package var name: String?
    /// 1...2,147,483,647.
    package var type: Int?
    package var code: String?
    /// 0...100,000.
    package var sortOrder: Int?
    package var active: Bool?

    private enum CodingKeys: String, CodingKey {
        case name, type, code, active
        case sortOrder = "sort_order"
    }

    package init(
        name: String? = nil, type: Int? = nil, code: String? = nil, sortOrder: Int? = nil, active: Bool? = nil
    ) {
        self.name = name
        self.type = type
        self.code = code
        self.sortOrder = sortOrder
        self.active = active
    }
}

/// Body of `PUT /v1/payfrit/service-points/{point}/beacon`: which beacon stands there
package struct PayfritAssignment: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var beacon: Int

    package init(beacon: Int) {
        self.beacon = beacon
    }
}

/// A beacon as the backend knows it
package struct PayfritBeacon: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var id: Int
    /// As the backend has it.
    package var uuid: String
    package var name: String?
    /// 1...2,147,483,647.
    package var business: Int
    package var businessName: String?
    /// Absent where the backend does not say.
    package var active: Bool?
    /// 0...65,535.
    package var major: Int?
    /// 0...65,535.
    package var minor: Int?
    /// Of its hardware.
    package var address: String?
    /// 1...2,147,483,647.
    package var servicePoint: Int?
    package var servicePointName: String?
    /// As the backend writes it, like the following.
    package var lastSeen: String?
    package var created: String?
    package var updated: String?

    private enum CodingKeys: String, CodingKey {
        case id, uuid, name, business, active, major, minor, address, created, updated
        case businessName = "business_name"
        case servicePoint = "service_point"
        case servicePointName = "service_point_name"
        case lastSeen = "last_seen"
    }

    package init(
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
package struct PayfritBeaconList: Codable, Sendable, Hashable {
    package var beacons: [PayfritBeacon]
    /// Absent where everything could be read.
    package var leftOut: PayfritLeftOut?
    /// When the backend said so, where it is out of reach now.
    package var asOf: Timestamp?

    private enum CodingKeys: String, CodingKey {
        case beacons
        case leftOut = "left_out"
        case asOf = "as_of"
    }

    package init(beacons: [PayfritBeacon], leftOut: PayfritLeftOut? = nil, asOf: Timestamp? = nil) {
        self.beacons = beacons
        self.leftOut = leftOut
        self.asOf = asOf
    }
}

/// Body of `POST /v1/payfrit/beacons` and of `PATCH …/{beacon}`. What is missing stays as it is
package struct PayfritBeaconOrder: Codable, Sendable, Hashable {
    package var name: String?
    package var uuid: ProximityUUID?
    package var active: Bool?

    package init(name: String? = nil, uuid: ProximityUUID? = nil, active: Bool? = nil) {
        self.name = name
        self.uuid = uuid
        self.active = active
    }
}

/// `planned`: no beacon has its identity yet. `provisioning`: a run is under way. `provisioned`: a beacon was written
/// that is not registered by itself. `queued`: its registration is on its way. `refused`: by the backend for good.
/// `dropped`: somebody wants it no more.
package enum TableState: String, Word {
    case planned, provisioning, provisioned, queued, registered, refused, dropped
}

/// One of the three at most; with none, the name after the highest of the business is made
package struct PayfritTableOrder: Codable, Sendable, Hashable {
    /// Its number. 1...2,147,483,647.
    package var servicePoint: Int?
    /// Of a service point, made where there is none of the name.
    package var name: String?
    /// The name that follows this one is made.
    package var after: String?

    private enum CodingKeys: String, CodingKey {
        case name, after
        case servicePoint = "service_point"
    }

    package init(servicePoint: Int? = nil, name: String? = nil, after: String? = nil) {
        self.servicePoint = servicePoint
        self.name = name
        self.after = after
    }
}

/// The beacon that the table gets
package struct PayfritProvisioning: Codable, Sendable, Hashable {
    /// Of its hardware.
    package var address: BluetoothAddress
    /// It is heard unless said.
    package var addressType: AddressType?
    /// dBm; the backend's, or -59, unless said. -128...0.
    package var rssiAt1m: Int?
    /// The backend's, or 500, unless said. 100...25,500.
    package var intervalMs: Int?
    /// Index; the backend's, or 4, unless said. 0...7.
    package var txPower: Int?
    /// Id, alias or port; may be left out where there is only one, or only one is connected.
    package var dongle: String?
    /// Name of the beacon profile; cp28 unless said.
    package var profile: String?
    /// Tried in this order instead of the profile's; never told again.
    package var passwords: [String]?
    /// Whether an identity may go to another beacon than before; false unless said.
    package var replace: Bool?
    /// Longest wait for the beacon to be heard; 10,000 unless said. 1,000...600,000.
    package var searchMs: Int?
    /// Longest wait for the new identity on the air; 20,000 unless said. 1,000...600,000.
    package var verifyMs: Int?

    private enum CodingKeys: String, CodingKey {
        case address, dongle, profile, passwords, replace
        case addressType = "address_type"
        case rssiAt1m = "rssi_at_1m"
        case intervalMs = "interval_ms"
        case txPower = "tx_power"
        case searchMs = "search_ms"
        case verifyMs = "verify_ms"
    }

    package init(
        address: BluetoothAddress, addressType: AddressType? = nil, rssiAt1m: Int? = nil, intervalMs: Int? = nil,
        txPower: Int? = nil, dongle: String? = nil, profile: String? = nil, passwords: [String]? = nil,
        replace: Bool? = nil, searchMs: Int? = nil, verifyMs: Int? = nil
    ) {
        self.address = address
        self.addressType = addressType
        self.rssiAt1m = rssiAt1m
        self.intervalMs = intervalMs
        self.txPower = txPower
        self.dongle = dongle
        self.profile = profile
        self.passwords = passwords
        self.replace = replace
        self.searchMs = searchMs
        self.verifyMs = verifyMs
    }
}

/// Body of `POST /v1/payfrit/tables/{table}/register`
package struct PayfritRegistering: Codable, Sendable, Hashable {
    /// Whether a beacon is registered that nobody has seen on the air; false unless said.
    package var force: Bool?

    package init(force: Bool? = nil) {
        self.force = force
    }
}

/// A table that gets a beacon
package struct PayfritTable: Codable, Sendable, Hashable {
    /// Never used again.
    package var id: Int64
    package var state: TableState
    /// Why it stands where it stands.
    package var reason: String?
    /// URL of the backend.
    package var base: String
    /// 1...2,147,483,647.
    package var business: Int
    /// 1...2,147,483,647.
    package var servicePoint: Int
    /// Of the service point.
    package var name: String
    package var uuid: ProximityUUID
    /// 0...65,535.
    package var major: Int
    /// 0...65,535.
    package var minor: Int
    /// Of the hardware; absent before provisioning has begun.
    package var address: BluetoothAddress?
    /// That provisions it.
    package var run: Int64?
    /// Its number in the outbox.
    package var registration: Int64?
    /// The backend's number of its beacon. 1...2,147,483,647.
    package var beacon: Int?
    /// Of the business, as it was called when the table was planned.
    package var businessName: String?
    /// When the registration arrived; absent before, and where that is not known.
    package var registered: Timestamp?
    package var created: Timestamp
    package var updated: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id
        case state
        case reason
        case base
        case business
        case name
        case uuid
        case major
        case minor
        case address
        case run
        case registration
        case beacon
        case registered
        case created
        case updated
        case servicePoint = "service_point"
        case businessName = "business_name"
    }

    package init(
        id: Int64, state: TableState, reason: String? = nil, base: String, business: Int, servicePoint: Int,
        name: String, uuid: ProximityUUID, major: Int, minor: Int, address: BluetoothAddress? = nil, run: Int64? = nil,
        registration: Int64? = nil, beacon: Int? = nil, businessName: String? = nil, registered: Timestamp? = nil,
        created: Timestamp, updated: Timestamp
    ) {
        self.id = id
        self.state = state
        self.reason = reason
        self.base = base
        self.business = business
        self.servicePoint = servicePoint
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.address = address
        self.run = run
        self.registration = registration
        self.beacon = beacon
        self.businessName = businessName
        self.registered = registered
        self.created = created
        self.updated = updated
    }
}

/// The answer of `GET /v1/payfrit/tables`, the oldest first
package struct PayfritTableList: Codable, Sendable, Hashable {
    package var tables: [PayfritTable]
    /// Whether the backend could not be asked how its tables are now; absent = it was.
    package var stale: Bool?

    package init(tables: [PayfritTable], stale: Bool? = nil) {
        self.tables = tables
        self.stale = stale
    }
}

/// A table whose provisioning has begun
package struct PayfritTableRun: Codable, Sendable, Hashable {
    package var table: PayfritTable
    package var batch: ProvisioningBatch

    package init(table: PayfritTable, batch: ProvisioningBatch) {
        self.table = table
        self.batch = batch
    }
}

/// A registration that is on its way, or was refused
package struct PayfritRegistration: Codable, Sendable, Hashable {
    /// In the outbox.
    package var id: Int64
    package var state: RegistrationState
    /// URL of the backend.
    package var base: String
    /// 1...2,147,483,647.
    package var business: Int
    /// 1...2,147,483,647.
    package var servicePoint: Int
    package var name: String
    package var uuid: ProximityUUID
    /// 0...65,535.
    package var major: Int
    /// 0...65,535.
    package var minor: Int
    /// Of the hardware.
    package var address: BluetoothAddress
    /// What is delivered of it.
    package var done: [RegistrationStep]
    /// The backend's number of its beacon, as far as that is known. 1...2,147,483,647.
    package var beacon: Int?
    package var created: Timestamp
    /// That failed.
    package var attempts: Int
    /// Once nothing keeps it; it may be past.
    package var nextAttempt: Timestamp?
    /// Why it is not tried at the moment.
    package var held: RegistrationHold?
    /// The registration that goes first.
    package var behind: Int64?
    /// In the backend's words, where it said something.
    package var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case id, state, base, business, name, uuid, major, minor, address, done, beacon, created, attempts, held, behind
        case servicePoint = "service_point"
        case nextAttempt = "next_attempt"
        case lastError = "last_error"
    }

    package init(
        id: Int64, state: RegistrationState, base: String, business: Int, servicePoint: Int, name: String,
        uuid: ProximityUUID, major: Int, minor: Int, address: BluetoothAddress, done: [RegistrationStep],
        beacon: Int? = nil, created: Timestamp, attempts: Int, nextAttempt: Timestamp? = nil,
        held: RegistrationHold? = nil, behind: Int64? = nil, lastError: String? = nil
    ) {
        self.id = id
        self.state = state
        self.base = base
        self.business = business
        self.servicePoint = servicePoint
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.address = address
        self.done = done
        self.beacon = beacon
        self.created = created
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.held = held
        self.behind = behind
        self.lastError = lastError
    }
}

/// The answer of `GET /v1/payfrit/queue`, the oldest first
package struct PayfritRegistrationList: Codable, Sendable, Hashable {
    package var registrations: [PayfritRegistration]

    package init(registrations: [PayfritRegistration]) {
        self.registrations = registrations
    }
}

/// Body of `PATCH /v1/payfrit/queue/{entry}`. What is missing stays as it is
package struct PayfritRegistrationChange: Codable, Sendable, Hashable {
    package var name: String?
    /// Its number. 1...2,147,483,647.
    package var servicePoint: Int?

    private enum CodingKeys: String, CodingKey {
        case name
        case servicePoint = "service_point"
    }

    package init(name: String? = nil, servicePoint: Int? = nil) {
        self.name = name
        self.servicePoint = servicePoint
    }
}

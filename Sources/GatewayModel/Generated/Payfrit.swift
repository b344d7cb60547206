// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import LineFormats

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

/// State of the connection to the Payfrit backend: the answer of `GET /v1/payfrit/status`.
package struct PayfritStatus: Codable, Sendable, Hashable {
    /// Configured environment: dev, prod or a URL.
    package var environment: String
    /// URL of the backend.
    package var base: String
    /// Whether the backend is a development one, without real guests; every page must say so.
    package var isDev: Bool
    /// Whether the login is sent over a network without encryption.
    package var isExposed: Bool
    /// Message of the backend when a one-time password was last requested.
    package var notice: String?
    /// Seconds by which this machine's clock is behind the backend's, negative = ahead; only present if the difference
    /// is 2 minutes or more.
    package var clockBehindSeconds: Int?
    /// Generation of the backend's API.
    package var api: PayfritAPI
    /// User that is logged in; absent if nobody is.
    package var user: PayfritUser?
    /// The chosen business.
    package var business: PayfritBusiness?
    /// Reason why a stored login is not used, for example because it is for another backend.
    package var unusedLogin: String?
    package var registrations: PayfritQueue
    /// Number of tables in each state; states without tables are absent.
    package var tables: [String: Int]
    /// Last error of a request or a delivery.
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

/// User that is logged in.
package struct PayfritUser: Codable, Sendable, Hashable {
    /// The backend's number of the user, if it sent one. Range: 1...2,147,483,647.
    package var id: Int?
    /// The backend's name of the user, or else the phone or user name of the login.
    package var name: String

    package init(id: Int? = nil, name: String) {
        self.id = id
        self.name = name
    }
}

/// State of the delivery of registrations.
package struct PayfritQueue: Codable, Sendable, Hashable {
    /// Registrations that wait for the configured backend.
    package var waiting: Int
    /// Registrations that the configured backend refused permanently.
    package var refused: Int
    /// Registrations for other backends, which wait until those are configured again.
    package var elsewhere: Int
    /// Registrations delivered since the start.
    package var delivered: Int
    /// Reason why nothing is delivered at the moment; never `other-backend`.
    package var held: RegistrationHold?
    /// Time of the next retry; absent if none has failed.
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

/// Body of `POST /v1/payfrit/otp`: the phone to send a one-time password to.
package struct PayfritOTPRequest: Codable, Sendable, Hashable {
    /// Phone number of 3 to 20 digits, optionally with a leading + and with blanks, brackets, dots, dashes and slashes.
    package var phone: String

    package init(phone: String) {
        self.phone = phone
    }
}

/// Phone and one-time password if `api` is `php`, user name and password if it is `cfm`. Passwords are never shown
/// again.
package struct PayfritLogin: Codable, Sendable, Hashable {
    package var phone: String?
    /// One-time password; it is never shown again.
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

/// A business of the user.
package struct PayfritBusiness: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var id: Int
    package var name: String
    package var city: String?
    /// Business that this one belongs to. Range: 1...2,147,483,647.
    package var parent: Int?

    package init(id: Int, name: String, city: String? = nil, parent: Int? = nil) {
        self.id = id
        self.name = name
        self.city = city
        self.parent = parent
    }
}

/// Rows that were left out of the list because they cannot be read; absent if there are none.
package struct PayfritLeftOut: Codable, Sendable, Hashable {
    /// 1...10,000.
    package var rows: Int
    /// Error of the first of these rows.
    package var reason: String

    package init(rows: Int, reason: String) {
        self.rows = rows
        self.reason = reason
    }
}

/// The answer of `GET /v1/payfrit/businesses`.
package struct PayfritBusinessList: Codable, Sendable, Hashable {
    package var businesses: [PayfritBusiness]
    /// Rows left out; absent if all rows could be read.
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

/// Body of `PUT /v1/payfrit/business`: the business to choose.
package struct PayfritBusinessChoice: Codable, Sendable, Hashable {
    /// Number or name of the business, or an unambiguous beginning of its name.
    package var business: String

    package init(business: String) {
        self.business = business
    }
}

/// The answer of `GET /v1/payfrit/resolve`.
package struct PayfritResolution: Codable, Sendable, Hashable {
    /// The business; absent if the UUID and the major belong to none.
    package var business: PayfritBusiness?

    package init(business: PayfritBusiness? = nil) {
        self.business = business
    }
}

/// Body of `POST /v1/payfrit/badges`: beacons whose owners are wanted.
package struct PayfritBadgeQuestion: Codable, Sendable, Hashable {
    /// Identities as `UUID/major/minor`, 1...1,000 of them.
    package var identities: [String]

    package init(identities: [String]) {
        self.identities = identities
    }
}

/// The answer of `POST /v1/payfrit/badges`.
package struct PayfritBadgeList: Codable, Sendable, Hashable {
    /// One badge for each identity of the request, in the same order.
    package var badges: [PayfritBadge]
    /// Error that prevented finding other owners; absent if there was none.
    package var error: ErrorReport?

    package init(badges: [PayfritBadge], error: ErrorReport? = nil) {
        self.badges = badges
        self.error = error
    }
}

/// A place that a beacon can be assigned to, such as a table.
package struct PayfritServicePoint: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var id: Int
    package var name: String
    /// 1...2,147,483,647.
    package var type: Int?
    package var code: String?
    package var sortOrder: Int?
    package var active: Bool?
    /// Number of the assigned beacon. Range: 1...2,147,483,647.
    package var beacon: Int?
    /// Name of the assigned beacon; only present in lists.
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

/// The answer of `GET /v1/payfrit/service-points`.
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

/// A type of service points.
package struct PayfritServicePointType: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var id: Int
    package var name: String

    package init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

/// The answer of `GET /v1/payfrit/service-point-types`.
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

/// Body of `POST /v1/payfrit/service-points` and of `PATCH …/{point}`. Absent fields stay unchanged.
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

/// Body of `PUT /v1/payfrit/service-points/{point}/beacon`: the beacon to assign.
package struct PayfritAssignment: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var beacon: Int

    package init(beacon: Int) {
        self.beacon = beacon
    }
}

/// A beacon as the backend has it.
package struct PayfritBeacon: Codable, Sendable, Hashable {
    /// 1...2,147,483,647.
    package var id: Int
    /// UUID as the backend writes it.
    package var uuid: String
    package var name: String?
    /// 1...2,147,483,647.
    package var business: Int
    package var businessName: String?
    /// Whether the beacon is active; absent if the backend does not say.
    package var active: Bool?
    /// 0...65,535.
    package var major: Int?
    /// 0...65,535.
    package var minor: Int?
    /// Address of the hardware.
    package var address: String?
    /// 1...2,147,483,647.
    package var servicePoint: Int?
    package var servicePointName: String?
    /// Time as the backend writes it; likewise `created` and `updated`.
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

/// The answer of `GET /v1/payfrit/beacons` and of `GET /v1/payfrit/lookup`.
package struct PayfritBeaconList: Codable, Sendable, Hashable {
    package var beacons: [PayfritBeacon]
    /// Rows left out; absent if all rows could be read.
    package var leftOut: PayfritLeftOut?
    /// Time of the backend's data, if the backend is out of reach now.
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

/// Body of `POST /v1/payfrit/beacons` and of `PATCH …/{beacon}`. Absent fields stay unchanged.
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

/// `planned`: no beacon has the identity yet. `provisioning`: a run is under way. `provisioned`: a beacon was written,
/// but its registration is not queued automatically. `queued`: the registration waits for delivery. `registered`: the
/// registration was delivered. `refused`: the backend refused the registration permanently. `dropped`: the table was
/// dropped.
package enum TableState: String, Word {
    case planned, provisioning, provisioned, queued, registered, refused, dropped
}

/// At most one of the three fields. Without any, a service point is created with the name after the highest one of the
/// business.
package struct PayfritTableOrder: Codable, Sendable, Hashable {
    /// Number of the service point. Range: 1...2,147,483,647.
    package var servicePoint: Int?
    /// Name of a service point, which is created if it does not exist.
    package var name: String?
    /// Name of a service point; one with the next name is created.
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

/// The beacon that the table gets.
package struct PayfritProvisioning: Codable, Sendable, Hashable {
    /// Address of the hardware.
    package var address: BluetoothAddress
    /// Default: taken from the device's adverts.
    package var addressType: AddressType?
    /// dBm; default: the backend's value, or else -59. Range: -128...0.
    package var rssiAt1m: Int?
    /// Milliseconds; default: the backend's value, or else 500. Range: 100...25,500.
    package var intervalMs: Int?
    /// Index; default: the backend's value, or else 4. Range: 0...7.
    package var txPower: Int?
    /// Id, alias or port of a dongle; may be omitted if there is only one, or only one is connected.
    package var dongle: String?
    /// Name of the beacon profile; default: cp28.
    package var profile: String?
    /// Passwords to try in this order instead of the profile's; they are never shown again.
    package var passwords: [String]?
    /// Whether an identity may be given to another beacon than before; default: false.
    package var replace: Bool?
    /// Longest wait for the beacon to be heard, in milliseconds; default: 10,000. Range: 1,000...600,000.
    package var searchMs: Int?
    /// Longest wait for the new identity to be heard, in milliseconds; default: 20,000. Range: 1,000...600,000.
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

/// Body of `POST /v1/payfrit/tables/{table}/register`.
package struct PayfritRegistering: Codable, Sendable, Hashable {
    /// Whether to register a beacon that is not verified; default: false.
    package var force: Bool?

    package init(force: Bool? = nil) {
        self.force = force
    }
}

/// A table that gets a beacon.
package struct PayfritTable: Codable, Sendable, Hashable {
    /// Number of the table, never reused.
    package var id: Int64
    package var state: TableState
    /// Reason for the state.
    package var reason: String?
    /// URL of the backend.
    package var base: String
    /// 1...2,147,483,647.
    package var business: Int
    /// 1...2,147,483,647.
    package var servicePoint: Int
    /// Name of the service point.
    package var name: String
    package var uuid: ProximityUUID
    /// 0...65,535.
    package var major: Int
    /// 0...65,535.
    package var minor: Int
    /// Address of the hardware; absent before provisioning.
    package var address: BluetoothAddress?
    /// Number of the run that provisions the table's beacon.
    package var run: Int64?
    /// Number of the registration in the outbox.
    package var registration: Int64?
    /// The backend's number of the beacon. Range: 1...2,147,483,647.
    package var beacon: Int?
    /// Name of the business when the table was planned.
    package var businessName: String?
    /// Time when the registration was delivered; absent before that, or if it is not known.
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

/// The answer of `GET /v1/payfrit/tables`, oldest first.
package struct PayfritTableList: Codable, Sendable, Hashable {
    package var tables: [PayfritTable]
    /// Whether the data are old because the backend did not answer; absent = no.
    package var stale: Bool?

    package init(tables: [PayfritTable], stale: Bool? = nil) {
        self.tables = tables
        self.stale = stale
    }
}

/// A table whose provisioning has started.
package struct PayfritTableRun: Codable, Sendable, Hashable {
    package var table: PayfritTable
    package var batch: ProvisioningBatch

    package init(table: PayfritTable, batch: ProvisioningBatch) {
        self.table = table
        self.batch = batch
    }
}

/// A registration that waits for delivery or was refused.
package struct PayfritRegistration: Codable, Sendable, Hashable {
    /// Number in the outbox.
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
    /// Address of the hardware.
    package var address: BluetoothAddress
    /// Steps that were delivered.
    package var done: [RegistrationStep]
    /// The backend's number of the beacon, if known. Range: 1...2,147,483,647.
    package var beacon: Int?
    package var created: Timestamp
    /// Number of failed attempts.
    package var attempts: Int
    /// Time of the next attempt, unless the registration is held; it may be in the past.
    package var nextAttempt: Timestamp?
    /// Reason why the registration is held at the moment.
    package var held: RegistrationHold?
    /// Number of the registration that must be delivered first.
    package var behind: Int64?
    /// Last error, in the backend's words if it sent any.
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

/// The answer of `GET /v1/payfrit/queue`, oldest first.
package struct PayfritRegistrationList: Codable, Sendable, Hashable {
    package var registrations: [PayfritRegistration]

    package init(registrations: [PayfritRegistration]) {
        self.registrations = registrations
    }
}

/// Body of `PATCH /v1/payfrit/queue/{entry}`. Absent fields stay unchanged.
package struct PayfritRegistrationChange: Codable, Sendable, Hashable {
    package var name: String?
    /// Number of the service point. Range: 1...2,147,483,647.
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

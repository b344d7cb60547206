import JSONLines

/// A table that gets a beacon: its identity, and how far it is.
public struct PayfritTable: Codable, Sendable, Hashable {
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// Its identity is allocated, and no beacon has it yet.
        case planned
        /// A run is under way.
        case provisioning
        /// A beacon was written, and is not registered by itself: nobody has seen it, or the outbox is full.
        case provisioned
        /// Its registration is on its way.
        case queued
        case registered
        /// The backend has refused the registration for good.
        case refused
        /// Somebody wants it no more.
        case dropped
    }

    /// Names it; never used again.
    public var id: Int64
    public var state: State
    /// Why it stands where it stands.
    public var reason: String?
    /// URL of the backend.
    public var base: String
    public var business: Int
    public var servicePoint: Int
    /// Of the service point.
    public var name: String
    public var uuid: String
    public var major: Int
    public var minor: Int
    /// Of the hardware; nil before provisioning has begun.
    public var address: String?
    /// The run that provisions it.
    public var run: Int64?
    /// Its registration in the outbox.
    public var registration: Int64?
    /// The backend's number of its beacon.
    public var beacon: Int?
    /// Of the business, as it was called when the table was planned.
    public var businessName: String?
    /// When the registration arrived; nil before, and where that is not known.
    public var registered: Timestamp?
    public var created: Timestamp
    public var updated: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id, state, reason, base, business, name, uuid, major, minor, address, run, registration, beacon,
            registered, created, updated
        case businessName = "business_name"
        case servicePoint = "service_point"
    }

    public init(
        id: Int64, state: State, reason: String?, base: String, business: Int, servicePoint: Int, name: String,
        uuid: String, major: Int, minor: Int, address: String?, run: Int64?, registration: Int64?, beacon: Int?,
        businessName: String? = nil, registered: Timestamp? = nil, created: Timestamp, updated: Timestamp
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

/// The answer of `GET /v1/payfrit/tables`, the oldest first.
public struct PayfritTableList: Codable, Sendable, Hashable {
    public var tables: [PayfritTable]
    /// Whether the backend could not be asked how its tables are now; nil = it was.
    public var stale: Bool?

    public init(tables: [PayfritTable], stale: Bool? = nil) {
        self.tables = tables
        self.stale = stale
    }
}

/// A table whose provisioning has begun: the answer of `POST /v1/payfrit/tables/{table}/provision`.
public struct PayfritTableRun: Codable, Sendable, Hashable {
    public var table: PayfritTable
    /// What to follow with `GET /v1/provisioning/progress`.
    public var batch: ProvisioningBatch

    public init(table: PayfritTable, batch: ProvisioningBatch) {
        self.table = table
        self.batch = batch
    }
}

/// A registration that is on its way, or was refused.
public struct PayfritRegistration: Codable, Sendable, Hashable {
    /// Its number in the outbox.
    public var id: Int64
    /// `waiting` or `refused`.
    public var state: String
    /// URL of the backend.
    public var base: String
    public var business: Int
    public var servicePoint: Int
    public var name: String
    public var uuid: String
    public var major: Int
    public var minor: Int
    public var address: String
    /// What is delivered of it: `register`, `save`.
    public var done: [String]
    /// The backend's number of its beacon, as far as that is known.
    public var beacon: Int?
    public var created: Timestamp
    /// Attempts that failed.
    public var attempts: Int
    /// When it is tried next, once nothing keeps it; nil where it was refused.
    public var nextAttempt: Timestamp?
    /// Why it is not tried at the moment, as ``PayfritQueue/held``, or `other-backend`; nil where it is.
    public var held: String?
    /// The registration that goes first; nil where it is itself the next, or waits for its own next attempt.
    public var behind: Int64?
    /// In the backend's words, where it said something.
    public var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case id, state, base, business, name, uuid, major, minor, address, done, beacon, created, attempts, held, behind
        case servicePoint = "service_point"
        case nextAttempt = "next_attempt"
        case lastError = "last_error"
    }

    public init(
        id: Int64, state: String, base: String, business: Int, servicePoint: Int, name: String, uuid: String,
        major: Int, minor: Int, address: String, done: [String], beacon: Int?, created: Timestamp, attempts: Int,
        nextAttempt: Timestamp?, lastError: String?
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
        self.lastError = lastError
    }
}

/// The answer of `GET /v1/payfrit/queue`, the oldest first.
public struct PayfritRegistrationList: Codable, Sendable, Hashable {
    public var registrations: [PayfritRegistration]

    public init(registrations: [PayfritRegistration]) {
        self.registrations = registrations
    }
}

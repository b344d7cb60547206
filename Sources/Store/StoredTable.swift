import Advertising
import Foundation
import GatewayModel
import GRDB

/// A table that gets a beacon: a service point of a business, its identity, and how far it is.
public struct StoredTable: Sendable, Hashable {
    /// Never used again.
    public let id: Int64
    public let place: Place
    /// Of the service point.
    public var name: String
    public var identity: BeaconIdentity
    /// As the backend wants them, where it says so: dBm, milliseconds, 0...7.
    public var rssiAt1m: Int?
    public var intervalMs: Int?
    public var txPower: Int?
    /// Of the hardware; nil before provisioning has begun.
    public var address: BluetoothAddress?
    /// The run that provisions it; nil before it has begun.
    public var run: Int64?
    /// The highest run there was when ``run`` was about to begin.
    public var runsBefore: Int64?
    /// Its registration in the outbox.
    public internal(set) var entry: Int64?
    /// The backend's number of its beacon, once that is registered.
    public var beacon: Int?
    /// The idempotency key of what was registered last.
    public internal(set) var registeredKey: String?
    public var state: TableState
    /// Why it stands where it stands.
    public var reason: String?
    /// Of the business, as it was called when the table was planned.
    public var businessName: String?
    /// When the registration arrived; nil before, and where that is not known.
    public var registeredMicroseconds: Int64?
    public let createdMicroseconds: Int64
    public internal(set) var updatedMicroseconds: Int64

    /// Where a table stands. Of each there is one that is not dropped.
    public struct Place: Sendable, Hashable {
        /// URL of the backend.
        public var base: String
        public var business: Int
        public var servicePoint: Int

        public init(base: String, business: Int, servicePoint: Int) {
            self.base = base
            self.business = business
            self.servicePoint = servicePoint
        }
    }

    /// What a table is to be.
    public struct Plan: Sendable, Hashable {
        public var place: Place
        public var name: String
        public var identity: BeaconIdentity
        public var rssiAt1m: Int?
        public var intervalMs: Int?
        public var txPower: Int?
        /// Of the business.
        public var businessName: String?

        public init(
            place: Place, name: String, identity: BeaconIdentity, rssiAt1m: Int? = nil, intervalMs: Int? = nil,
            txPower: Int? = nil, businessName: String? = nil
        ) {
            self.place = place
            self.name = name
            self.businessName = businessName
            self.identity = identity
            self.rssiAt1m = rssiAt1m
            self.intervalMs = intervalMs
            self.txPower = txPower
        }
    }
}

extension StoredTable: FetchableRecord {
    public init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        place = Place(
            base: try row.decode(forColumn: "base"), business: try row.decode(forColumn: "business"),
            servicePoint: try row.decode(forColumn: "service_point"))
        name = try row.decode(forColumn: "name")
        identity = try row.beaconIdentity()
        rssiAt1m = try row.decode(forColumn: "rssi_at_1m")
        intervalMs = try row.decode(forColumn: "interval_ms")
        txPower = try row.decode(forColumn: "tx_power")
        address = try row.decode(forColumn: "address")
        run = try row.decode(forColumn: "run")
        runsBefore = try row.decode(forColumn: "runs_before")
        entry = try row.decode(forColumn: "entry")
        beacon = try row.decode(forColumn: "beacon")
        registeredKey = try row.decode(forColumn: "registered_key")
        state = try row.decode(forColumn: "state")
        reason = try row.decode(forColumn: "reason")
        businessName = try row.decode(forColumn: "business_name")
        registeredMicroseconds = try row.decode(forColumn: "registered")
        createdMicroseconds = try row.decode(forColumn: "created")
        updatedMicroseconds = try row.decode(forColumn: "updated")
    }
}

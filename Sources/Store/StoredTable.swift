import Advertising
import Foundation
import GatewayModel
import GRDB

/// A table that gets a beacon: a service point of a business, its identity, and its progress.
package struct StoredTable: Sendable, Hashable {
    /// Never reused.
    package let id: Int64
    package let place: Place
    /// Name of the service point.
    package var name: String
    package var identity: BeaconIdentity
    /// Values that the backend asks for, if any: dBm, milliseconds, 0...7.
    package var rssiAt1m: Int?
    package var intervalMs: Int?
    package var txPower: Int?
    /// Address of the beacon; nil before provisioning has begun.
    package var address: BluetoothAddress?
    /// Run that provisions the beacon; nil before it has begun.
    package var run: Int64?
    /// Highest run id when ``run`` was about to begin.
    package var runsBefore: Int64?
    /// Id of the registration in the outbox.
    package internal(set) var entry: Int64?
    /// The backend's id of the beacon, once registered.
    package var beacon: Int?
    /// Idempotency key of the last registration that arrived.
    package internal(set) var registeredKey: String?
    package var state: TableState
    /// Reason for ``state``.
    package var reason: String?
    /// Name of the business when the table was planned.
    package var businessName: String?
    /// Time when the registration arrived; nil before, and if unknown.
    package var registeredMicroseconds: Int64?
    package let createdMicroseconds: Int64
    package internal(set) var updatedMicroseconds: Int64

    /// Service point of a table. At most one table at each is not dropped.
    package struct Place: Sendable, Hashable {
        /// URL of the backend.
        package var base: String
        package var business: Int
        package var servicePoint: Int

        package init(base: String, business: Int, servicePoint: Int) {
            self.base = base
            self.business = business
            self.servicePoint = servicePoint
        }
    }

    /// Planned values of a table.
    package struct Plan: Sendable, Hashable {
        package var place: Place
        package var name: String
        package var identity: BeaconIdentity
        package var rssiAt1m: Int?
        package var intervalMs: Int?
        package var txPower: Int?
        /// Name of the business.
        package var businessName: String?

        package init(
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
    package init(row: Row) throws {
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

import Advertising
import GRDB

/// A beacon of any business, as the backend lists it.
package struct BackendBeacon: Sendable, Hashable {
    /// The backend's id of the beacon.
    package var id: Int
    package var uuid: ProximityUUID
    /// Nil where the backend does not state it; likewise the minor.
    package var major: UInt16?
    package var minor: UInt16?
    package var address: BluetoothAddress?
    package var name: String?
    package var business: Int
    package var businessName: String?

    package init(
        id: Int, uuid: ProximityUUID, major: UInt16?, minor: UInt16?, address: BluetoothAddress?, name: String?,
        business: Int, businessName: String?
    ) {
        self.id = id
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.address = address
        self.name = name
        self.business = business
        self.businessName = businessName
    }
}

/// Active beacons of a backend, stored for times when the backend cannot be reached.
extension PayfritStore {
    /// Maximum number of beacons stored for a backend.
    package static let backendBeaconLimit = 20_000

    /// Replaces the stored beacons by those of a backend.
    ///
    /// - Returns: Number of beacons that did not fit.
    @discardableResult
    package func setBackendBeacons(
        _ beacons: [BackendBeacon], base: String, atMicroseconds now: Int64
    ) async throws(StoreError) -> Int {
        let kept = beacons.prefix(PayfritStore.backendBeaconLimit)
        try await write { db in
            // Beacons of one backend only are stored: after a change of the backend, they are read
            // again.
            try db.execute(sql: "DELETE FROM backend_beacon; DELETE FROM backend_beacon_list")
            try db.execute(
                sql: "INSERT INTO backend_beacon_list (base, read) VALUES (?, ?)", arguments: [base, now])
            let add = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO backend_beacon (id, uuid, major, minor, address, name, business, business_name)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            for beacon in kept {
                try add.execute(arguments: [
                    beacon.id, beacon.uuid, beacon.major, beacon.minor, beacon.address,
                    beacon.name, beacon.business, beacon.businessName,
                ])
            }
        }
        return beacons.count - kept.count
    }

    /// Returns the stored beacons of a backend and the time they were read; nil if they were never
    /// read.
    package func backendBeacons(
        base: String
    ) async throws(StoreError) -> (beacons: [BackendBeacon], readMicroseconds: Int64)? {
        try await read { db in
            guard
                let read = try Int64.fetchOne(
                    db, sql: "SELECT read FROM backend_beacon_list WHERE base = ?", arguments: [base])
            else { return nil }
            let beacons = try Row.fetchAll(db, sql: "SELECT * FROM backend_beacon ORDER BY id").map { row in
                BackendBeacon(
                    id: try row.decode(forColumn: "id"), uuid: try row.decode(forColumn: "uuid"),
                    major: try row.decode(forColumn: "major"), minor: try row.decode(forColumn: "minor"),
                    address: try row.decode(forColumn: "address"),
                    name: try row.decode(forColumn: "name"), business: try row.decode(forColumn: "business"),
                    businessName: try row.decode(forColumn: "business_name"))
            }
            return (beacons, read)
        }
    }
}

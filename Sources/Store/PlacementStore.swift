import Advertising
import GRDB

/// Newest check in which a beacon was detected where it stands.
package struct StoredPlacement: Sendable, Hashable {
    package let identity: BeaconIdentity
    /// Mean of the samples.
    package let averageDBm: Int
    package let atMicroseconds: Int64

    package init(identity: BeaconIdentity, averageDBm: Int, atMicroseconds: Int64) {
        self.identity = identity
        self.averageDBm = averageDBm
        self.atMicroseconds = atMicroseconds
    }
}

/// Results of checks of where beacons stand.
package struct PlacementStore: StorePart {
    /// Largest number of results; beyond it, the oldest goes.
    package static let limit = 20_000

    let database: DatabaseAccess

    /// Keeps a result in place of the beacon's earlier one.
    package func keep(_ placement: StoredPlacement) async throws(StoreError) {
        try await write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO placement (uuid, major, minor, average, at) VALUES (?, ?, ?, ?, ?)",
                arguments: placement.identity.columns + [placement.averageDBm, placement.atMicroseconds])
            try db.execute(
                sql: """
                    DELETE FROM placement WHERE (uuid, major, minor) IN
                    (SELECT uuid, major, minor FROM placement ORDER BY at DESC LIMIT -1 OFFSET ?)
                    """, arguments: [PlacementStore.limit])
        }
    }

    /// Returns results in the order of the beacons' identities.
    ///
    /// - Parameter after: Only beacons after this identity; nil = from the first.
    package func list(after: BeaconIdentity?, limit: Int) async throws(StoreError) -> [StoredPlacement] {
        try await read { db in
            let order = "ORDER BY uuid, major, minor LIMIT ?"
            guard let after else {
                return try StoredPlacement.fetchAll(
                    db, sql: "SELECT * FROM placement " + order, arguments: [max(0, limit)])
            }
            return try StoredPlacement.fetchAll(
                db, sql: "SELECT * FROM placement WHERE (uuid, major, minor) > (?, ?, ?) " + order,
                arguments: after.columns + [max(0, limit)])
        }
    }
}

extension StoredPlacement: FetchableRecord {
    package init(row: Row) throws {
        identity = try row.beaconIdentity()
        averageDBm = try row.decode(forColumn: "average")
        atMicroseconds = try row.decode(forColumn: "at")
    }
}

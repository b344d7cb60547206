import Advertising
import GRDB

/// The pool of shard UUIDs, of which the identities of beacons are made.
extension Store {
    /// Most UUIDs in the pool.
    public static let shardLimit = 64

    /// Replaces the pool of shard UUIDs, in this order. Checked by the caller.
    ///
    /// - Throws: ``StoreError/failed(code:message:)`` for more than ``shardLimit`` or one that is there twice; then the pool
    ///   is as it was.
    public func setShards(_ uuids: [ProximityUUID]) async throws(StoreError) {
        try await write { db in
            try db.execute(sql: "DELETE FROM shard")
            for (index, uuid) in uuids.enumerated() {
                try db.execute(
                    sql: "INSERT INTO shard (place, uuid) VALUES (?, ?)", arguments: [index + 1, uuid.blob])
            }
        }
    }

    /// The pool of shard UUIDs in its order.
    public func shards() async throws(StoreError) -> [ProximityUUID] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT uuid FROM shard ORDER BY place").map { try $0.proximityUUID() }
        }
    }
}

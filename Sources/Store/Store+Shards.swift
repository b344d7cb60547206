import Advertising
import GRDB

/// The pool of shard UUIDs, of which the identities of beacons are made.
extension Store {
    /// Most UUIDs in the pool.
    package static let shardLimit = 64

    /// Replaces the pool of shard UUIDs, in this order. Checked by the caller.
    ///
    /// - Throws: ``StoreError/failed(code:message:)`` for more than ``shardLimit`` or one that is there twice; then the pool
    ///   is as it was.
    package func setShards(_ uuids: [ProximityUUID]) async throws(StoreError) {
        try await write { db in
            try db.execute(sql: "DELETE FROM shard")
            for (index, uuid) in uuids.enumerated() {
                try db.execute(
                    sql: "INSERT INTO shard (place, uuid) VALUES (?, ?)", arguments: [index + 1, uuid])
            }
        }
    }

    /// Adds UUIDs to the end of the pool that are not in it.
    ///
    /// - Returns: How many did not fit.
    @discardableResult
    package func addShards(_ uuids: [ProximityUUID]) async throws(StoreError) -> Int {
        // Most of the time there is nothing to write.
        let present = Set(try await shards())
        guard uuids.contains(where: { !present.contains($0) }) else { return 0 }
        return try await write { db in
            var left = 0
            var pool = try ProximityUUID.fetchAll(db, sql: "SELECT uuid FROM shard")
            var known = Set(pool)
            for uuid in uuids where known.insert(uuid).inserted {
                guard pool.count < Store.shardLimit else {
                    left += 1
                    continue
                }
                pool.append(uuid)
                try db.execute(
                    sql: "INSERT INTO shard (place, uuid) VALUES ((SELECT ifnull(max(place), 0) + 1 FROM shard), ?)",
                    arguments: [uuid])
            }
            return left
        }
    }

    /// The pool of shard UUIDs in its order.
    package func shards() async throws(StoreError) -> [ProximityUUID] {
        try await read { db in
            try ProximityUUID.fetchAll(db, sql: "SELECT uuid FROM shard ORDER BY place")
        }
    }
}

import Advertising
import GRDB

/// Pool of shard UUIDs, from which identities of beacons are made.
extension RunStore {
    /// Maximum number of UUIDs in the pool.
    package static let shardLimit = 64

    /// Replaces the pool of shard UUIDs, in this order. The caller checks the UUIDs.
    ///
    /// - Throws: ``StoreError/failed(code:message:)`` for more than ``shardLimit`` UUIDs or a
    ///   duplicate; the pool is unchanged then.
    package func setShards(_ uuids: [ProximityUUID]) async throws(StoreError) {
        try await write { db in
            try db.execute(sql: "DELETE FROM shard")
            for (index, uuid) in uuids.enumerated() {
                try db.execute(
                    sql: "INSERT INTO shard (place, uuid) VALUES (?, ?)", arguments: [index + 1, uuid])
            }
        }
    }

    /// Appends UUIDs to the pool that are not in it yet.
    ///
    /// - Returns: Number of UUIDs that did not fit.
    @discardableResult
    package func addShards(_ uuids: [ProximityUUID]) async throws(StoreError) -> Int {
        // Usually there is nothing to write.
        let present = Set(try await shards())
        guard uuids.contains(where: { !present.contains($0) }) else { return 0 }
        return try await write { db in
            var left = 0
            var pool = try ProximityUUID.fetchAll(db, sql: "SELECT uuid FROM shard")
            var known = Set(pool)
            for uuid in uuids where known.insert(uuid).inserted {
                guard pool.count < RunStore.shardLimit else {
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

    /// Returns the pool of shard UUIDs in order.
    package func shards() async throws(StoreError) -> [ProximityUUID] {
        try await read { db in
            try ProximityUUID.fetchAll(db, sql: "SELECT uuid FROM shard ORDER BY place")
        }
    }
}

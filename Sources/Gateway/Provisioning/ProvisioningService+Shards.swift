import Advertising
import CP28
import GatewayModel
import Store

/// The pool of shard UUIDs, from which an owner's beacons get their UUIDs.
extension ProvisioningService {
    package static let shardLimit = 64

    /// Replaces the pool.
    ///
    /// - Throws: ``ProvisioningError``, ``GatewayError``, `StoreError`; in this case the pool is
    ///   unchanged.
    package func setShards(_ pool: ShardPool) async throws -> ShardPool {
        guard pool.uuids.count <= Self.shardLimit else { throw GatewayError.tooMany("shards", limit: Self.shardLimit) }
        var places: [ProximityUUID: Int] = [:]
        for (index, uuid) in pool.uuids.enumerated() {
            if let entry = BanList.bundled.entry(of: uuid) {
                throw ProvisioningError.bannedShard(index, uuid.description, vendors: entry.vendors)
            }
            if let other = places.updateValue(index, forKey: uuid) {
                throw ProvisioningError.sameShard(index, as: other)
            }
        }
        try await store.runs.setShards(pool.uuids)
        return pool
    }

    package func shards() async throws -> ShardPool {
        ShardPool(uuids: try await store.runs.shards())
    }
}

import Advertising
import CP28
import GatewayModel
import Store

/// The pool of shard UUIDs: those of which an owner's beacons get theirs.
extension ProvisioningService {
    public static let shardLimit = 64

    /// Puts a new pool in the place of the old one.
    ///
    /// - Throws: ``ProvisioningError``, ``GatewayError``, `StoreError`; then the pool is as it was.
    public func setShards(_ pool: ShardPool) async throws -> ShardPool {
        guard pool.uuids.count <= Self.shardLimit else { throw GatewayError.tooMany("shards", limit: Self.shardLimit) }
        var places: [ProximityUUID: Int] = [:]
        let uuids = try pool.uuids.enumerated().map { index, text in
            guard let uuid = ProximityUUID(text) else { throw ProvisioningError.badShard(index, text) }
            if let entry = BanList.bundled.entry(of: uuid) {
                throw ProvisioningError.bannedShard(index, uuid.description, vendors: entry.vendors)
            }
            if let other = places.updateValue(index, forKey: uuid) {
                throw ProvisioningError.sameShard(index, as: other)
            }
            return uuid
        }
        try await store.setShards(uuids)
        return ShardPool(uuids: uuids.map(\.description))
    }

    public func shards() async throws -> ShardPool {
        ShardPool(uuids: try await store.shards().map(\.description))
    }
}

import GatewayModel

/// Provisions beacons: as many at a time as a dongle has slots, each run journaled before and after everything it does.
public actor ProvisioningService {
    /// Begins runs; they go on by themselves.
    ///
    /// - Throws: ``ProvisioningError``, ``GatewayError``, `StoreError`; then nothing was begun.
    public func start(_ order: ProvisioningOrder) async throws -> ProvisioningBatch {
        throw ProvisioningError.nothingToResume
    }

    /// Looks for each beacon on the air first, and provisions those anew that are not what they are to be.
    public func resume(_ order: ProvisioningContinuation) async throws -> ProvisioningBatch {
        throw ProvisioningError.nothingToResume
    }

    /// Only looks on the air.
    public func verify(_ order: ProvisioningContinuation) async throws -> ProvisioningBatch {
        throw ProvisioningError.nothingToVerify
    }

    /// Ends the runs of a batch, nil = all, after what they are doing at the moment. Returns how many were under way.
    public func stop(batch: Int64?) async -> Int {
        0
    }

    /// Runs, the newest first.
    ///
    /// - Parameters:
    ///   - before: Only those with a lower id.
    ///   - limit: 1...1000.
    public func runs(batch: Int64?, before: Int64?, limit: Int) async throws -> [ProvisioningRun] {
        []
    }

    /// - Throws: ``ProvisioningError/unknownRun(_:)``, `StoreError`.
    public func run(_ id: Int64) async throws -> ProvisioningRun {
        throw ProvisioningError.unknownRun(id)
    }

    /// The lines of a run's journal.
    ///
    /// - Parameters:
    ///   - after: Only those with a higher number.
    ///   - limit: 1...1000.
    public func exchange(_ id: Int64, after: Int, limit: Int) async throws -> ExchangeList {
        throw ProvisioningError.unknownRun(id)
    }

    /// How runs stand, now and at each change.
    ///
    /// - Parameter batch: Only these; it ends when all of them have. Nil = all, for ever.
    public func subscribe(batch: Int64?) async throws -> ProvisioningSubscription {
        throw ProvisioningError.nothingToResume
    }

    /// Puts a new pool of shard UUIDs in the place of the old one.
    ///
    /// - Throws: ``ProvisioningError``, ``GatewayError``, `StoreError`; then the pool is as it was.
    public func setShards(_ pool: ShardPool) async throws -> ShardPool {
        pool
    }

    public func shards() async throws -> ShardPool {
        ShardPool(uuids: [])
    }
}

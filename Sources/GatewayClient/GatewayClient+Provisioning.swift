import GatewayModel

extension GatewayClient {
    /// Begins runs, which go on by themselves: ``provisioningProgress(batch:)`` tells how.
    public func provision(_ order: ProvisioningOrder) async throws -> ProvisioningBatch {
        try await answer(try Request(.POST, "v1", "provisioning", "runs", json: order))
    }

    /// Looks for each beacon on the air first, and provisions those anew that are not what they are to be.
    public func resumeProvisioning(
        _ wish: ProvisioningContinuation = ProvisioningContinuation()
    ) async throws -> ProvisioningBatch {
        try await answer(try Request(.POST, "v1", "provisioning", "resume", json: wish))
    }

    /// Only looks on the air.
    public func verifyProvisioning(
        _ wish: ProvisioningContinuation = ProvisioningContinuation()
    ) async throws -> ProvisioningBatch {
        try await answer(try Request(.POST, "v1", "provisioning", "verify", json: wish))
    }

    /// Ends runs after what they are doing at the moment. Returns how many were under way.
    ///
    /// - Parameter batch: Nil = all.
    public func stopProvisioning(batch: Int64?) async throws -> Int {
        var request = Request(.POST, "v1", "provisioning", "stop")
        request.query = batch.map { [("batch", String($0))] } ?? []
        return try await answer(request, as: ProvisioningStopped.self).stopped
    }

    // MARK: Looking

    /// Runs, the newest first.
    ///
    /// - Parameters:
    ///   - batch: Nil = of every batch.
    ///   - before: Only those with a lower number.
    ///   - limit: 1...1000.
    public func provisioningRuns(
        batch: Int64? = nil, before: Int64? = nil, limit: Int = 1000
    ) async throws -> [ProvisioningRun] {
        var request = Request(.GET, "v1", "provisioning", "runs")
        let fields = [
            ("batch", batch.map { String($0) }), ("before", before.map { String($0) }), ("limit", String(limit)),
        ]
        request.query = fields.compactMap { name, value in value.map { (name, $0) } }
        return try await answer(request, as: ProvisioningRunList.self).runs
    }

    public func provisioningRun(_ id: Int64) async throws -> ProvisioningRun {
        try await answer(Request(.GET, "v1", "provisioning", "runs", String(id)))
    }

    /// The lines of a run's journal, in their order.
    ///
    /// - Parameters:
    ///   - after: Only those with a higher number.
    ///   - limit: 1...1000.
    public func provisioningExchange(
        of id: Int64, after: Int = 0, limit: Int = 1000
    ) async throws -> ExchangeList {
        var request = Request(.GET, "v1", "provisioning", "runs", String(id), "exchange")
        request.query = [("after", String(after)), ("limit", String(limit))]
        return try await answer(request)
    }

    /// How runs stand, now and at each change.
    ///
    /// - Parameter batch: Only these; the stream ends when all of them have. Nil = all, for ever.
    public func provisioningProgress(batch: Int64?) async throws -> LineStream<ProvisioningStreamLine> {
        var request = Request(.GET, "v1", "provisioning", "progress")
        request.query = batch.map { [("batch", String($0))] } ?? []
        return LineStream(chunks: try await lines(request)) { type, line in
            switch type {
            case "start": .start(try self.decode(StreamStart.self, from: line))
            case "run": .run(try self.decode(ProvisioningRun.self, from: line))
            case "missed": .missed(try self.decode(CountLine.self, from: line).count)
            case "idle": .idle
            default: nil
            }
        }
    }

    // MARK: Identities

    /// The pool of shard UUIDs.
    public func shards() async throws -> ShardPool {
        try await answer(Request(.GET, "v1", "provisioning", "shards"))
    }

    /// Puts a new pool in the place of the old one.
    public func setShards(_ pool: ShardPool) async throws -> ShardPool {
        try await answer(try Request(.PUT, "v1", "provisioning", "shards", json: pool))
    }

    /// UUIDs that no beacon is to have.
    public func banList() async throws -> [BannedUUID] {
        try await answer(Request(.GET, "v1", "provisioning", "ban-list"), as: BanListDescription.self).entries
    }

    /// Kinds of beacons that the gateway can provision, the default first.
    public func provisioningProfiles() async throws -> [ProvisioningProfile] {
        try await answer(
            Request(.GET, "v1", "provisioning", "profiles"), as: ProvisioningProfileList.self
        ).profiles
    }
}

/// What a stream of runs brings.
public enum ProvisioningStreamLine: Sendable, Hashable {
    case start(StreamStart)
    /// How a run stands: at first each of them, then those that change.
    case run(ProvisioningRun)
    /// So many changes were too many for this reader. What comes next is newer than they were.
    case missed(UInt64)
    case idle
}

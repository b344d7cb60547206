import CP28
import Failures
import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI: ProvisioningOperations {
    func provision(_ body: ProvisioningOrder) async throws -> ProvisioningBatch {
        try await named(rows: body.items.count) { try await gateway.provisioning.start(body) }
    }

    func resumeRuns(_ body: ProvisioningContinuation) async throws -> ProvisioningBatch {
        try await named(rows: body.runs?.count ?? 0) { try await gateway.provisioning.resume(body) }
    }

    func verifyRuns(_ body: ProvisioningContinuation) async throws -> ProvisioningBatch {
        try await gateway.provisioning.verify(body)
    }

    func stopRuns(batch: Int64?) async throws -> ProvisioningStopped {
        ProvisioningStopped(stopped: await gateway.provisioning.stop(batch: batch))
    }

    /// Runs `body`. For an order of a single row, leaves the row number out of a refusal's message.
    func named<Value: Sendable>(rows: Int, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as ProvisioningError where rows == 1 {
            throw SoleRowError(error: error)
        }
    }

    // MARK: Runs

    func runs(batch: Int64?, before: Int64?, limit: Int) async throws -> ProvisioningRunList {
        ProvisioningRunList(runs: try await gateway.provisioning.runs(batch: batch, before: before, limit: limit))
    }

    func run(_ run: Int64) async throws -> ProvisioningRun { try await gateway.provisioning.run(run) }

    func exchange(_ run: Int64, after: Int64, limit: Int) async throws -> ExchangeList {
        try await gateway.provisioning.exchange(run, after: Int(after), limit: limit)
    }

    func progress(batch: Int64?, _ call: Call) async throws -> Response {
        let subscription = try await gateway.provisioning.subscribe(batch: batch)
        let start = await start(of: subscription.id)
        return followed(subscription.id, call, end: { subscription.end() }) { lines in
            await lines.line("start") { $0.fields(start) }
            for run in subscription.standing { await lines.line("run") { $0.fields(run) } }
            for await update in subscription {
                switch update {
                case .run(let run): await lines.line("run") { $0.fields(run) }
                case .missed(let count):
                    await lines.line("missed") { $0.fields(CountLine(dongle: nil, count: count)) }
                }
            }
        }
    }

    // MARK: Identities

    func shards() async throws -> ShardPool { try await gateway.provisioning.shards() }

    func setShards(_ body: ShardPool) async throws -> ShardPool { try await gateway.provisioning.setShards(body) }

    func banList() async throws -> BanListDescription {
        BanListDescription(
            entries: BanList.bundled.entries.map {
                BannedUUID(prefix: $0.prefixDigits, uuid: $0.uuid, vendors: $0.vendors)
            })
    }

    func provisioningProfiles() async throws -> ProvisioningProfileList {
        ProvisioningProfileList(
            profiles: gateway.provisioning.profiles.map {
                ProvisioningProfile(
                    name: $0.name, title: $0.title, service: $0.service,
                    factoryUUIDs: Array($0.factoryUUIDs))
            })
    }
}

// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `provisioning`, which the server implements.
protocol ProvisioningOperations: Sendable {
    /// List the provisioning runs.
    func runs(batch: Int64?, before: Int64?, limit: Int) async throws -> ProvisioningRunList
    /// Start to provision beacons.
    func provision(_ body: ProvisioningOrder) async throws -> ProvisioningBatch
    /// Get one run.
    func run(_ run: Int64) async throws -> ProvisioningRun
    /// Get the journal of a run, with everything that was sent and received.
    func exchange(_ run: Int64, after: Int64, limit: Int) async throws -> ExchangeList
    /// Resume runs that have not succeeded.
    func resumeRuns(_ body: ProvisioningContinuation) async throws -> ProvisioningBatch
    /// Verify that beacons are heard with their new identities.
    func verifyRuns(_ body: ProvisioningContinuation) async throws -> ProvisioningBatch
    /// Stop runs after their current step.
    func stopRuns(batch: Int64?) async throws -> ProvisioningStopped
    /// Stream the state of runs, now and at each change.
    func progress(batch: Int64?, _ call: Call) async throws -> Response
    /// Stream the factory beacons nearby, nearest first, once a second.
    func nearby(dongle: String?, _ call: Call) async throws -> Response
    /// Get the pool of shard UUIDs for own beacons.
    func shards() async throws -> ShardPool
    /// Replace the pool of shard UUIDs.
    func setShards(_ body: ShardPool) async throws -> ShardPool
    /// List the UUIDs that no beacon may get.
    func banList() async throws -> BanListDescription
    /// List the kinds of beacons that can be provisioned.
    func provisioningProfiles() async throws -> ProvisioningProfileList
}

extension ProvisioningOperations {
    var provisioningRoutes: [Route] {
        [
            Route(.get, "/v1/provisioning/runs", query: ["batch", "before", "limit"], role: .viewer) { call in
                .json(try await runs(batch: try call.query.number("batch", 1...Int64.max), before: try call.query.number("before", 1...Int64.max), limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.post, "/v1/provisioning/runs", role: .crew) { call in
                .json(try await provision(try await call.object()), status: .created)
            },
            Route(.get, "/v1/provisioning/runs/{run}", role: .viewer) { call in
                .json(try await run(try call.number("run", 1...Int64.max)))
            },
            Route(.get, "/v1/provisioning/runs/{run}/exchange", query: ["after", "limit"], role: .crew) { call in
                .json(try await exchange(try call.number("run", 1...Int64.max), after: try call.query.number("after", 0...Int64.max) ?? 0, limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.post, "/v1/provisioning/resume", role: .crew) { call in
                .json(try await resumeRuns(try await call.object()))
            },
            Route(.post, "/v1/provisioning/verify", role: .crew) { call in
                .json(try await verifyRuns(try await call.object()))
            },
            Route(.post, "/v1/provisioning/stop", query: ["batch"], role: .crew) { call in
                .json(try await stopRuns(batch: try call.query.number("batch", 1...Int64.max)))
            },
            Route(.get, "/v1/provisioning/progress", query: ["batch"], role: .viewer) { call in
                try await progress(batch: try call.query.number("batch", 1...Int64.max), call)
            },
            Route(.get, "/v1/provisioning/nearby", query: ["dongle"], role: .viewer) { call in
                try await nearby(dongle: try call.query.text("dongle", limit: 4_096), call)
            },
            Route(.get, "/v1/provisioning/shards", role: .viewer) { _ in
                .json(try await shards())
            },
            Route(.put, "/v1/provisioning/shards", role: .admin) { call in
                .json(try await setShards(try await call.object()))
            },
            Route(.get, "/v1/provisioning/ban-list", role: .viewer) { _ in
                .json(try await banList())
            },
            Route(.get, "/v1/provisioning/profiles", role: .viewer) { _ in
                .json(try await provisioningProfiles())
            },
        ]
    }
}

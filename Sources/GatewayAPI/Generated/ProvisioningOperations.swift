// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// What the server does for the operations with the tag `provisioning`.
protocol ProvisioningOperations: Sendable {
    /// Runs of provisioning.
    func runs(batch: Int64?, before: Int64?, limit: Int) async throws -> ProvisioningRunList
    /// Begin to provision beacons.
    func provision(_ body: ProvisioningOrder) async throws -> ProvisioningBatch
    /// One run.
    func run(_ run: Int64) async throws -> ProvisioningRun
    /// A run's journal, with everything that went over the air.
    func exchange(_ run: Int64, after: Int64, limit: Int) async throws -> ExchangeList
    /// Go on with runs that have not succeeded.
    func resumeRuns(_ body: ProvisioningContinuation) async throws -> ProvisioningBatch
    /// Look whether beacons are on the air as they are to be.
    func verifyRuns(_ body: ProvisioningContinuation) async throws -> ProvisioningBatch
    /// End runs after what they are doing at the moment.
    func stopRuns(batch: Int64?) async throws -> ProvisioningStopped
    /// How runs stand, now and at each change.
    func progress(batch: Int64?, _ call: Call) async throws -> Response
    /// The pool of UUIDs for beacons of one's own.
    func shards() async throws -> ShardPool
    /// Put a new pool in the place of the old one.
    func setShards(_ body: ShardPool) async throws -> ShardPool
    /// UUIDs that no beacon is to have.
    func banList() async throws -> BanListDescription
    /// Kinds of beacons that can be provisioned.
    func provisioningProfiles() async throws -> ProvisioningProfileList
}

extension ProvisioningOperations {
    var provisioningRoutes: [Route] {
        [
            Route(.get, "/v1/provisioning/runs", query: ["batch", "before", "limit"]) { call in
                .json(try await runs(batch: try call.query.number("batch", 1...Int64.max), before: try call.query.number("before", 1...Int64.max), limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.post, "/v1/provisioning/runs") { call in
                .json(try await provision(try await call.object()), status: .created)
            },
            Route(.get, "/v1/provisioning/runs/{run}") { call in
                .json(try await run(try call.number("run", 1...Int64.max)))
            },
            Route(.get, "/v1/provisioning/runs/{run}/exchange", query: ["after", "limit"]) { call in
                .json(try await exchange(try call.number("run", 1...Int64.max), after: try call.query.number("after", 0...Int64.max) ?? 0, limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.post, "/v1/provisioning/resume") { call in
                .json(try await resumeRuns(try await call.object()))
            },
            Route(.post, "/v1/provisioning/verify") { call in
                .json(try await verifyRuns(try await call.object()))
            },
            Route(.post, "/v1/provisioning/stop", query: ["batch"]) { call in
                .json(try await stopRuns(batch: try call.query.number("batch", 1...Int64.max)))
            },
            Route(.get, "/v1/provisioning/progress", query: ["batch"]) { call in
                try await progress(batch: try call.query.number("batch", 1...Int64.max), call)
            },
            Route(.get, "/v1/provisioning/shards") { _ in
                .json(try await shards())
            },
            Route(.put, "/v1/provisioning/shards") { call in
                .json(try await setShards(try await call.object()))
            },
            Route(.get, "/v1/provisioning/ban-list") { _ in
                .json(try await banList())
            },
            Route(.get, "/v1/provisioning/profiles") { _ in
                .json(try await provisioningProfiles())
            },
        ]
    }
}

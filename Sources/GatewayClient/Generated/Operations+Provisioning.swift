// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// List the provisioning runs.
    package func runs(
        batch: Int64? = nil, before: Int64? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> ProvisioningRunList {
        let request = APIRequest(
            .GET, ["v1", "provisioning", "runs"],
            query: [("batch", batch.map { "\($0)" }), ("before", before.map { "\($0)" }), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }

    /// Start to provision beacons.
    ///
    /// All beacons are checked before any run starts: if one is refused, none is provisioned. The body may have 512
    /// KiB. Set `replace` to give a beacon the identity of another one (`identity-taken`), or to take a beacon from
    /// another table (`beacon-taken`). If the newest run of a beacon has the same identity, may have written it and was
    /// not verified, that run continues. Passwords are never shown again. `GET /v1/provisioning/progress` shows the
    /// progress of the runs.
    package func provision(_ body: ProvisioningOrder, within time: Duration? = nil) async throws -> ProvisioningBatch {
        let request = try APIRequest(.POST, ["v1", "provisioning", "runs"], json: body)
        return try await answer(request, within: time)
    }

    /// Get one run.
    package func run(_ run: Int64, within time: Duration? = nil) async throws -> ProvisioningRun {
        let request = APIRequest(.GET, ["v1", "provisioning", "runs", "\(run)"])
        return try await answer(request, within: time)
    }

    /// Get the journal of a run, with everything that was sent and received.
    package func exchange(
        _ run: Int64, after: Int64? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> ExchangeList {
        let request = APIRequest(
            .GET, ["v1", "provisioning", "runs", "\(run)", "exchange"],
            query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }

    /// Resume runs that have not succeeded.
    ///
    /// First looks whether each beacon is heard with its new identity; if not, all 24 steps are repeated. Without
    /// `runs`, leaves out failed runs with the reasons passwords-refused, no-such-service, missing-property,
    /// step-refused, no-reply and mtu-too-small, and runs whose identity was given to another beacon since. Naming a
    /// run of the latter kind is refused unless `replace` is true.
    package func resumeRuns(
        _ body: ProvisioningContinuation, within time: Duration? = nil
    ) async throws -> ProvisioningBatch {
        let request = try APIRequest(.POST, ["v1", "provisioning", "resume"], json: body)
        return try await answer(request, within: time)
    }

    /// Verify that beacons are heard with their new identities.
    ///
    /// Nothing is written to the beacons.
    package func verifyRuns(
        _ body: ProvisioningContinuation, within time: Duration? = nil
    ) async throws -> ProvisioningBatch {
        let request = try APIRequest(.POST, ["v1", "provisioning", "verify"], json: body)
        return try await answer(request, within: time)
    }

    /// Stop runs after their current step.
    package func stopRuns(batch: Int64? = nil, within time: Duration? = nil) async throws -> ProvisioningStopped {
        let request = APIRequest(.POST, ["v1", "provisioning", "stop"], query: [("batch", batch.map { "\($0)" })])
        return try await answer(request, within: time)
    }

    /// Stream the state of runs, now and at each change.
    ///
    /// With `batch`, the stream ends when all runs of the batch have ended. Without it, the stream begins with the runs
    /// that are under way. It also ends when the gateway stops, or with `DELETE /v1/streams/{stream}`.
    func progressLines(batch: Int64? = nil, within time: Duration? = nil) async throws -> LineChunks {
        let request = APIRequest(.GET, ["v1", "provisioning", "progress"], query: [("batch", batch.map { "\($0)" })])
        return try await lines(request, within: time)
    }

    /// Stream the factory beacons nearby, nearest first, once a second.
    ///
    /// Ends when the gateway stops, or with `DELETE /v1/streams/{stream}`. A beacon counts for 5 s after its last
    /// advert.
    func nearbyLines(dongle: String? = nil, within time: Duration? = nil) async throws -> LineChunks {
        let request = APIRequest(.GET, ["v1", "provisioning", "nearby"], query: [("dongle", dongle)])
        return try await lines(request, within: time)
    }

    /// Get the pool of shard UUIDs for own beacons.
    ///
    /// UUIDs that the Payfrit backend allocates and lists are added to the pool while it has room.
    package func shards(within time: Duration? = nil) async throws -> ShardPool {
        let request = APIRequest(.GET, ["v1", "provisioning", "shards"])
        return try await answer(request, within: time)
    }

    /// Replace the pool of shard UUIDs.
    package func setShards(_ body: ShardPool, within time: Duration? = nil) async throws -> ShardPool {
        let request = try APIRequest(.PUT, ["v1", "provisioning", "shards"], json: body)
        return try await answer(request, within: time)
    }

    /// List the UUIDs that no beacon may get.
    ///
    /// These are UUIDs that makers ship, and those of hardware that was never set up. A UUID is banned by its first
    /// eight digits.
    package func banList(within time: Duration? = nil) async throws -> BanListDescription {
        let request = APIRequest(.GET, ["v1", "provisioning", "ban-list"])
        return try await answer(request, within: time)
    }

    /// List the kinds of beacons that can be provisioned.
    ///
    /// The answer describes how each kind is recognised on the air. Passwords are not shown.
    package func provisioningProfiles(within time: Duration? = nil) async throws -> ProvisioningProfileList {
        let request = APIRequest(.GET, ["v1", "provisioning", "profiles"])
        return try await answer(request, within: time)
    }
}

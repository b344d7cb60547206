// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// Runs of provisioning.
    package func runs(
        batch: Int64? = nil, before: Int64? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> ProvisioningRunList {
        let request = APIRequest(
            .GET, ["v1", "provisioning", "runs"],
            query: [("batch", batch.map { "\($0)" }), ("before", before.map { "\($0)" }), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }

    /// Begin to provision beacons.
    ///
    /// All are checked before anything is begun: where one is refused, none is. A body may have 512 KiB. Of a beacon
    /// that is to get the identity of another one (`identity-taken`), or that is at another table (`beacon-taken`), say
    /// `replace`. A beacon whose newest run may have made the same of it, and was not verified, goes on with that run.
    /// Passwords are never told again. How the runs go on is told by `GET /v1/provisioning/progress`.
    package func provision(_ body: ProvisioningOrder, within time: Duration? = nil) async throws -> ProvisioningBatch {
        let request = try APIRequest(.POST, ["v1", "provisioning", "runs"], json: body)
        return try await answer(request, within: time)
    }

    /// One run.
    package func run(_ run: Int64, within time: Duration? = nil) async throws -> ProvisioningRun {
        let request = APIRequest(.GET, ["v1", "provisioning", "runs", "\(run)"])
        return try await answer(request, within: time)
    }

    /// A run's journal, with everything that went over the air.
    package func exchange(
        _ run: Int64, after: Int64? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> ExchangeList {
        let request = APIRequest(
            .GET, ["v1", "provisioning", "runs", "\(run)", "exchange"],
            query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }

    /// Go on with runs that have not succeeded.
    ///
    /// Each beacon is looked for on the air first. One that is not what it is to be gets all 24 steps anew. Without
    /// `runs`, failed runs with the reasons passwords-refused, no-such-service, missing-property, step-refused,
    /// no-reply and mtu-too-small are left out, and so are those whose identity another beacon was given since; where
    /// such a run is named, that is refused unless `replace` is true.
    package func resumeRuns(
        _ body: ProvisioningContinuation, within time: Duration? = nil
    ) async throws -> ProvisioningBatch {
        let request = try APIRequest(.POST, ["v1", "provisioning", "resume"], json: body)
        return try await answer(request, within: time)
    }

    /// Look whether beacons are on the air as they are to be.
    ///
    /// Nothing is written to them.
    package func verifyRuns(
        _ body: ProvisioningContinuation, within time: Duration? = nil
    ) async throws -> ProvisioningBatch {
        let request = try APIRequest(.POST, ["v1", "provisioning", "verify"], json: body)
        return try await answer(request, within: time)
    }

    /// End runs after what they are doing at the moment.
    package func stopRuns(batch: Int64? = nil, within time: Duration? = nil) async throws -> ProvisioningStopped {
        let request = APIRequest(.POST, ["v1", "provisioning", "stop"], query: [("batch", batch.map { "\($0)" })])
        return try await answer(request, within: time)
    }

    /// How runs stand, now and at each change.
    ///
    /// Of a batch it ends when all of its runs have; otherwise where the gateway stops, or `DELETE
    /// /v1/streams/{stream}` ends it. Without a batch it begins with the runs that are under way.
    func progressLines(batch: Int64? = nil, within time: Duration? = nil) async throws -> LineChunks {
        let request = APIRequest(.GET, ["v1", "provisioning", "progress"], query: [("batch", batch.map { "\($0)" })])
        return try await lines(request, within: time)
    }

    /// The pool of UUIDs for beacons of one's own.
    ///
    /// What the Payfrit backend allocates and lists is added to it while there is room.
    package func shards(within time: Duration? = nil) async throws -> ShardPool {
        let request = APIRequest(.GET, ["v1", "provisioning", "shards"])
        return try await answer(request, within: time)
    }

    /// Put a new pool in the place of the old one.
    package func setShards(_ body: ShardPool, within time: Duration? = nil) async throws -> ShardPool {
        let request = try APIRequest(.PUT, ["v1", "provisioning", "shards"], json: body)
        return try await answer(request, within: time)
    }

    /// UUIDs that no beacon is to have.
    ///
    /// Those that makers ship, and those of hardware that nobody has set up. A UUID is banned by its first eight
    /// digits.
    package func banList(within time: Duration? = nil) async throws -> BanListDescription {
        let request = APIRequest(.GET, ["v1", "provisioning", "ban-list"])
        return try await answer(request, within: time)
    }

    /// Kinds of beacons that can be provisioned.
    ///
    /// By what such a beacon is known on the air. Passwords are not told.
    package func provisioningProfiles(within time: Duration? = nil) async throws -> ProvisioningProfileList {
        let request = APIRequest(.GET, ["v1", "provisioning", "profiles"])
        return try await answer(request, within: time)
    }
}

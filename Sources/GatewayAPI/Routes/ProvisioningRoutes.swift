import CP28
import Failures
import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    var provisioningRoutes: [Route] {
        orderRoutes + runRoutes + identityRoutes + [progressRoute]
    }

    private var orderRoutes: [Route] {
        [
            Route(.post, ProvisioningOrder.path) { call in
                let order: ProvisioningOrder = try await call.object()
                return .json(
                    try await named(rows: order.items.count) { try await gateway.provisioning.start(order) },
                    status: .created)
            },
            Route(.post, "/v1/provisioning/resume") { call in
                let wish: ProvisioningContinuation = try await call.object()
                return .json(
                    try await named(rows: wish.runs?.count ?? 0) { try await gateway.provisioning.resume(wish) })
            },
            Route(.post, "/v1/provisioning/verify") { call in
                .json(try await gateway.provisioning.verify(try await call.object()))
            },
            Route(.post, "/v1/provisioning/stop", query: ["batch"]) { call in
                .json(ProvisioningStopped(stopped: await gateway.provisioning.stop(batch: try batch(call))))
            },
        ]
    }

    /// Has the words of what is refused name its row only where there are several.
    func named<Value: Sendable>(rows: Int, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as ProvisioningError where rows == 1 {
            throw SoleRowError(error: error)
        }
    }

    private var runRoutes: [Route] {
        [
            Route(.get, ProvisioningOrder.path, query: ["batch", "before", "limit"]) { call in
                let runs = try await gateway.provisioning.runs(
                    batch: try batch(call), before: try call.query.number("before", 1...Int64.max),
                    limit: try call.query.number("limit", 1...1000) ?? 100)
                return .json(ProvisioningRunList(runs: runs))
            },
            Route(.get, ProvisioningOrder.path + "/{run}") { call in
                .json(try await gateway.provisioning.run(try run(call)))
            },
            Route(.get, ProvisioningOrder.path + "/{run}/exchange", query: ["after", "limit"]) { call in
                .json(
                    try await gateway.provisioning.exchange(
                        try run(call), after: try call.query.number("after", 0...Int.max) ?? 0,
                        limit: try call.query.number("limit", 1...1000) ?? 100))
            },
        ]
    }

    private var identityRoutes: [Route] {
        [
            Route(.get, "/v1/provisioning/shards") { _ in .json(try await gateway.provisioning.shards()) },
            Route(.put, "/v1/provisioning/shards") { call in
                .json(try await gateway.provisioning.setShards(try await call.object()))
            },
            Route(.get, "/v1/provisioning/ban-list") { _ in .json(BanListDescription(.bundled)) },
            Route(.get, "/v1/provisioning/profiles") { _ in
                .json(ProvisioningProfileList(profiles: gateway.provisioning.profiles.map { ProvisioningProfile($0) }))
            },
        ]
    }

    /// How runs stand, now and at each change.
    private var progressRoute: Route {
        Route(.get, "/v1/provisioning/progress", query: ["batch"]) { call in
            let subscription = try await gateway.provisioning.subscribe(batch: try batch(call))
            let start = await start(of: subscription.id)
            streams.add(subscription.id) { subscription.end() }
            return LineStream(call).response(
                cleanUp: {
                    subscription.end()
                    streams.remove(subscription.id)
                },
                produce: { lines in
                    await lines.line("start") { $0.fields(start) }
                    for run in subscription.standing { await lines.line("run") { $0.fields(run) } }
                    for await update in subscription {
                        switch update {
                        case .run(let run): await lines.line("run") { $0.fields(run) }
                        case .missed(let count):
                            await lines.line("missed") { $0.fields(CountLine(dongle: nil, count: count)) }
                        }
                    }
                    await lines.line("end")
                })
        }
    }

    private func batch(_ call: Call) throws(RequestError) -> Int64? {
        try call.query.number("batch", 1...Int64.max)
    }

    private func run(_ call: Call) throws(RequestError) -> Int64 {
        try call.number("run", 1...Int64.max)
    }
}

extension BanListDescription {
    fileprivate init(_ list: BanList) {
        self.init(
            entries: list.entries.map {
                BannedUUID(prefix: $0.prefixDigits, uuid: $0.uuid.map { "\($0)" }, vendors: $0.vendors)
            })
    }
}

extension ProvisioningProfile {
    fileprivate init(_ profile: BeaconProfile) {
        self.init(
            name: profile.name, title: profile.title, service: "\(profile.service)",
            factoryUUIDs: profile.factoryUUIDs.map { "\($0)" })
    }
}

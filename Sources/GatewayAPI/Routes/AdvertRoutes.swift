import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    var advertRoutes: [Route] {
        [
            Route(
                .get, "/v1/adverts",
                query: ["dongle", "name", "uuid", "major", "minor", "address", "min_rssi", "mode", "duration_ms"]
            ) { call in
                let query = try AdvertQuery(call.query)
                let reader = AdvertReader(try await gateway.adverts(query), streams)
                let start = await start(of: reader.subscription.id, dongle: query.dongle)
                return LineStream(call).response(
                    stopping: { reader.end(.stopping) }, cleanUp: { reader.leave() },
                    produce: { lines in
                        await lines.line("start") { $0.fields(start) }
                        var stream = AdvertStream(
                            filter: AdvertFilter(query), lines: lines, badge: gateway.payfrit.badge(heard:))
                        await reader.forEach(for: query.durationMs.map { .milliseconds($0) }) { update in
                            await stream.take(update)
                        }
                        try Task.checkCancellation()
                        await stream.finish(reader.reason ?? .stopping)
                    })
            }
        ]
    }
}

extension AdvertQuery {
    init(_ query: Query) throws(RequestError) {
        self.init()
        dongle = try query.text("dongle", limit: 4096)
        name = try query.text("name")
        uuid = try query.uuid("uuid")
        major = try query.number("major", 0...UInt16.max)
        minor = try query.number("minor", 0...UInt16.max)
        address = try query.address("address")
        minimumRSSI = try query.number("min_rssi", -127...20)
        isActive = try query.choice("mode", ["active", "passive"]) != "passive"
        durationMs = try query.number("duration_ms", 1...604_800_000)
    }
}

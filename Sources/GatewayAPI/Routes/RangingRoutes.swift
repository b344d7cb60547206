import Advertising
import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    var rangingRoutes: [Route] {
        [
            Route(.get, "/v1/ranging", query: ["region", "uuid", "major", "minor", "ticks"]) { call in
                let query = try RangingQuery(call.query)
                let subscription = try await gateway.beacons.subscribe(query)
                let start = await start(of: subscription.id)
                let standing = await gateway.beacons.regionLines(query.region)
                streams.add(subscription.id) { subscription.end() }
                return LineStream(call).response(
                    cleanUp: {
                        subscription.end()
                        streams.remove(subscription.id)
                    },
                    produce: { lines in
                        await lines.line("start") { $0.fields(start) }
                        for line in standing { await lines.line("region", at: line.ts) { $0.fields(line) } }
                        for await update in subscription {
                            switch update {
                            case .tick(let tick):
                                await lines.line("ranging", at: tick.ts) { $0.fields(tick) }
                            case .region(let line):
                                await lines.line("region", at: line.ts) { $0.fields(line) }
                            case .missed(let count):
                                await lines.line("missed") { $0.fields(CountLine(dongle: nil, count: count)) }
                            }
                        }
                        await lines.line("end")
                    })
            }
        ]
    }
}

extension RangingQuery {
    fileprivate init(_ query: Query) throws(RequestError) {
        self.init()
        region = try query.text("region")
        uuid = try query.proximityUUID("uuid")
        major = try query.number("major", 0...UInt16.max)
        minor = try query.number("minor", 0...UInt16.max)
        wantsTicks = try query.choice("ticks", ["yes", "no"]) != "no"
    }
}

extension Query {
    /// A beacon's UUID: 32 digits, with dashes or without.
    func proximityUUID(_ name: String) throws(RequestError) -> ProximityUUID? {
        guard let text = try text(name) else { return nil }
        guard let uuid = ProximityUUID(text) else {
            throw .invalidParameter(name, expected: "a beacon's UUID: 32 hexadecimal digits, with dashes or without")
        }
        return uuid
    }
}

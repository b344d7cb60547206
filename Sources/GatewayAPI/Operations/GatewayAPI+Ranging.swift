import Advertising
import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    func ranging(
        region: String?, uuid: ProximityUUID?, major: UInt16?, minor: UInt16?, ticks: Bool?, _ call: Call
    ) async throws -> Response {
        var query = RangingQuery()
        query.region = region
        query.uuid = uuid
        query.major = major
        query.minor = minor
        query.wantsTicks = ticks ?? true
        let subscription = try await gateway.beacons.subscribe(query)
        let start = await start(of: subscription.id)
        let standing = await gateway.beacons.regionLines(region)
        return followed(subscription.id, call, end: { subscription.end() }) { lines in
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
        }
    }
}

import Advertising
import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI: AdvertsOperations {
    func adverts(
        dongle: String?, name: String?, uuid: BluetoothUUID?, major: UInt16?, minor: UInt16?,
        address: BluetoothAddress?, minimumRSSI: Int8?, mode: ScanMode?, durationMs: Int?, _ call: Call
    ) async throws -> Response {
        var query = AdvertQuery()
        query.dongle = dongle
        query.name = name
        query.uuid = uuid
        query.major = major
        query.minor = minor
        query.address = address
        query.minimumRSSI = minimumRSSI
        query.isActive = mode != .passive
        let reader = StreamedAdverts(try await gateway.adverts(query), streams)
        let start = await start(of: reader.subscription.id, dongle: dongle)
        let filter = AdvertFilter(query)
        return LineResponse(call, access?.sessions).response(
            stopping: { reader.end(.stopping) }, cleanUp: { reader.leave() },
            produce: { lines in
                await lines.line("start") { $0.fields(start) }
                var stream = AdvertLineWriter(
                    filter: filter, lines: lines, badge: gateway.payfrit.directory.badge(heard:))
                await reader.forEach(for: durationMs.map { .milliseconds($0) }) { update in
                    await stream.take(update)
                }
                try Task.checkCancellation()
                await stream.finish(reader.reason ?? .stopping)
            })
    }

    func endStream(_ stream: String) async throws {
        guard streams.end(stream) else { throw RequestError.unknownStream(stream) }
    }
}

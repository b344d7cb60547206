import Advertising
import Gateway
import GatewayModel
import Hummingbird
import LineFormats
import Recording

extension GatewayAPI: AdvertsOperations {
    func adverts(
        dongle: String?, name: String?, uuid: BluetoothUUID?, major: UInt16?, minor: UInt16?,
        address: BluetoothAddress?, minimumRSSI: Int8?, mode: ScanMode?, durationMs: Int?, _ call: Call
    ) async throws -> Response {
        let query = query(dongle, name, uuid, major, minor, address, minimumRSSI, mode)
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

    func captureAdverts(
        dongle: String?, name: String?, uuid: BluetoothUUID?, major: UInt16?, minor: UInt16?,
        address: BluetoothAddress?, minimumRSSI: Int8?, mode: ScanMode?, durationMs: Int, _ call: Call
    ) async throws -> Response {
        let query = query(dongle, name, uuid, major, minor, address, minimumRSSI, mode)
        let reader = StreamedAdverts(try await gateway.adverts(query), streams)
        let start = await start(of: reader.subscription.id, dongle: dongle)
        let encoder = PcapngEncoder(
            application: "perch \(APIVersion.program)",
            interface: start.dongles.isEmpty ? "no dongle" : start.dongles.joined(separator: ", "),
            isSimulated: start.simulated)
        var stream = StreamResponse(call, access?.sessions, type: AdvertCapture.mediaType)
        stream.headers.downloads(as: "pcapng")
        return stream.response(
            stopping: { reader.end(.stopping) }, cleanUp: { reader.leave() },
            produce: { outbox in
                var capture = AdvertCapture(encoder: encoder, filter: AdvertFilter(query))
                await outbox.push(capture.header)
                await reader.forEach(for: .milliseconds(durationMs)) { update in
                    let packets = capture.take(update)
                    // Empty pieces would take no room, and gather without a bound while the client reads nothing.
                    if packets.readableBytes > 0 { await outbox.push(packets) }
                }
                try Task.checkCancellation()
                await outbox.push(capture.statistics)
            })
    }

    private func query(
        _ dongle: String?, _ name: String?, _ uuid: BluetoothUUID?, _ major: UInt16?, _ minor: UInt16?,
        _ address: BluetoothAddress?, _ minimumRSSI: Int8?, _ mode: ScanMode?
    ) -> AdvertQuery {
        var query = AdvertQuery()
        query.dongle = dongle
        query.name = name
        query.uuid = uuid
        query.major = major
        query.minor = minor
        query.address = address
        query.minimumRSSI = minimumRSSI
        query.isActive = mode != .passive
        return query
    }

    func companies() async throws -> CompanyList {
        CompanyList(companies: CompanyNames.all.sorted { $0.key < $1.key }.map { Company(id: $0.key, name: $0.value) })
    }

    func endStream(_ stream: String) async throws {
        guard streams.end(stream) else { throw RequestError.unknownStream(stream) }
    }
}

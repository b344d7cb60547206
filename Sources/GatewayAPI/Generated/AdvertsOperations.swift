// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import GatewayModel
import Hummingbird

/// Operations with the tag `adverts`, which the server implements.
protocol AdvertsOperations: Sendable {
    /// Stream adverts from now on.
    func adverts(
        dongle: String?, name: String?, uuid: BluetoothUUID?, major: UInt16?, minor: UInt16?,
        address: BluetoothAddress?, minimumRSSI: Int8?, mode: ScanMode?, durationMs: Int?, _ call: Call
    ) async throws -> Response
    /// Capture the adverts of the next time for Wireshark.
    func captureAdverts(
        dongle: String?, name: String?, uuid: BluetoothUUID?, major: UInt16?, minor: UInt16?,
        address: BluetoothAddress?, minimumRSSI: Int8?, mode: ScanMode?, durationMs: Int, _ call: Call
    ) async throws -> Response
    /// List the names of companies in adverts.
    func companies() async throws -> CompanyList
    /// End a stream in order.
    func endStream(_ stream: String) async throws
}

extension AdvertsOperations {
    var advertsRoutes: [Route] {
        [
            Route(.get, "/v1/adverts", query: ["dongle", "name", "uuid", "major", "minor", "address", "min_rssi", "mode", "duration_ms"], role: .viewer) { call in
                try await adverts(dongle: try call.query.text("dongle", limit: 4_096), name: try call.query.text("name", limit: 256), uuid: try call.query.value("uuid"), major: try call.query.number("major", 0...65_535), minor: try call.query.number("minor", 0...65_535), address: try call.query.value("address"), minimumRSSI: try call.query.number("min_rssi", -127...20), mode: try call.query.word("mode"), durationMs: try call.query.number("duration_ms", 1...604_800_000), call)
            },
            Route(.get, "/v1/adverts/capture", query: ["dongle", "name", "uuid", "major", "minor", "address", "min_rssi", "mode", "duration_ms"], role: .viewer) { call in
                try await captureAdverts(dongle: try call.query.text("dongle", limit: 4_096), name: try call.query.text("name", limit: 256), uuid: try call.query.value("uuid"), major: try call.query.number("major", 0...65_535), minor: try call.query.number("minor", 0...65_535), address: try call.query.value("address"), minimumRSSI: try call.query.number("min_rssi", -127...20), mode: try call.query.word("mode"), durationMs: try call.query.needed("duration_ms", call.query.number("duration_ms", 1...600_000)), call)
            },
            Route(.get, "/v1/companies", role: .viewer) { _ in
                .json(try await companies())
            },
            Route(.delete, "/v1/streams/{stream}", role: .crew) { call in
                try await endStream(call.name("stream"))
                return .done
            },
        ]
    }
}

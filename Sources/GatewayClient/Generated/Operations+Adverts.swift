// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import GatewayModel

extension GatewayClient {
    /// What the dongles hear, from now on.
    ///
    /// Where nothing is scanned for yet, scanning begins. The stream is bounded by `duration_ms`, ended in order by
    /// `DELETE /v1/streams/{stream}`, and by closing the connection at once. Of several readers one that wants scan
    /// requests decides for all. A reader that is more than 16,384 adverts late misses the oldest and is told how many.
    func advertsLines(
        dongle: String? = nil, name: String? = nil, uuid: BluetoothUUID? = nil, major: UInt16? = nil,
        minor: UInt16? = nil, address: BluetoothAddress? = nil, minimumRSSI: Int8? = nil, mode: ScanMode? = nil,
        durationMs: Int? = nil, within time: Duration? = nil
    ) async throws -> LineChunks {
        let request = APIRequest(
            .GET, ["v1", "adverts"],
            query: [("dongle", dongle), ("name", name), ("uuid", uuid.map { "\($0)" }), ("major", major.map { "\($0)" }), ("minor", minor.map { "\($0)" }), ("address", address.map { "\($0)" }), ("min_rssi", minimumRSSI.map { "\($0)" }), ("mode", mode.map { $0.rawValue }), ("duration_ms", durationMs.map { "\($0)" })]
        )
        return try await lines(request, within: time)
    }

    /// End a stream of adverts in order.
    package func endStream(_ stream: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "streams", stream])
        try await order(request, within: time)
    }
}

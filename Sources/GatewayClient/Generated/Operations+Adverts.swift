// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import GatewayModel

extension GatewayClient {
    /// Stream adverts from now on.
    ///
    /// Starts scanning if no scan is running. The stream ends after `duration_ms`, in order with
    /// `DELETE /v1/streams/{stream}`, or at once when the client closes the connection. The dongles scan actively if
    /// any reader asks for it. A reader that falls more than 16,384 adverts behind misses the oldest ones; a `missed`
    /// line says how many.
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

    /// List the names of companies in adverts.
    package func companies(within time: Duration? = nil) async throws -> CompanyList {
        let request = APIRequest(.GET, ["v1", "companies"])
        return try await answer(request, within: time)
    }

    /// End a stream in order.
    package func endStream(_ stream: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "streams", stream])
        try await order(request, within: time)
    }
}

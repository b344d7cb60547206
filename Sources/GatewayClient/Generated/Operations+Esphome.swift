// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// Get the state of the Bluetooth proxies for Home Assistant.
    package func esphome(within time: Duration? = nil) async throws -> ESPHomeStatus {
        let request = APIRequest(.GET, ["v1", "esphome"])
        return try await answer(request, within: time)
    }

    /// Get the key of the Bluetooth proxies.
    ///
    /// 404 with the code `no-esphome-key`: the gateway is no proxy, or its proxies use no encryption.
    package func esphomeKey(within time: Duration? = nil) async throws -> ESPHomeKey {
        let request = APIRequest(.GET, ["v1", "esphome", "key"])
        return try await answer(request, within: time)
    }
}

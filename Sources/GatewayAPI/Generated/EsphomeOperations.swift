// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `esphome`, which the server implements.
protocol EsphomeOperations: Sendable {
    /// Get the state of the Bluetooth proxies for Home Assistant.
    func esphome() async throws -> ESPHomeStatus
    /// Get the key of the Bluetooth proxies.
    func esphomeKey() async throws -> ESPHomeKey
}

extension EsphomeOperations {
    var esphomeRoutes: [Route] {
        [
            Route(.get, "/v1/esphome", role: .viewer) { _ in
                .json(try await esphome())
            },
            Route(.get, "/v1/esphome/key", role: .admin) { _ in
                .json(try await esphomeKey())
            },
        ]
    }
}

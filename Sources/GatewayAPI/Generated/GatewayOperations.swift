// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `gateway`, which the server implements.
protocol GatewayOperations: Sendable {
    /// Check whether the gateway is alive.
    func health() async throws -> Health
    /// Get this document.
    func openapi(_ call: Call) async throws -> Response
    /// Get the state of the gateway.
    func status() async throws -> GatewayStatus
    /// List the settings in effect and where each was set.
    func settings() async throws -> SettingList
    /// Make a link that opens the console once.
    func consoleLink() async throws -> ConsoleLink
}

extension GatewayOperations {
    var gatewayRoutes: [Route] {
        [
            Route(.get, "/healthz", access: .open) { _ in
                .json(try await health())
            },
            Route(.get, "/v1/openapi.yaml", access: .open) { call in
                try await openapi(call)
            },
            Route(.get, "/v1/status") { _ in
                .json(try await status())
            },
            Route(.get, "/v1/settings") { _ in
                .json(try await settings())
            },
            Route(.post, "/v1/console") { _ in
                .json(try await consoleLink(), status: .created)
            },
        ]
    }
}

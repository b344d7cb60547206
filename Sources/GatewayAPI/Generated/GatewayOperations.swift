// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// What the server does for the operations with the tag `gateway`.
protocol GatewayOperations: Sendable {
    /// Whether the gateway lives.
    func health() async throws -> Health
    /// This document.
    func openapi(_ call: Call) async throws -> Response
    /// The gateway as a whole.
    func status() async throws -> GatewayStatus
    /// What is in effect, and where it was set.
    func settings() async throws -> SettingList
    /// A link that opens the console once.
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

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
    /// Look for what keeps a dongle or the gateway from working.
    func doctor() async throws -> DoctorReport
    /// Make a link that opens the console once.
    func consoleLink(role: Role?) async throws -> ConsoleLink
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
            Route(.get, "/v1/status", role: .viewer) { _ in
                .json(try await status())
            },
            Route(.get, "/v1/settings", role: .admin) { _ in
                .json(try await settings())
            },
            Route(.get, "/v1/doctor", role: .crew) { _ in
                .json(try await doctor())
            },
            Route(.post, "/v1/console", query: ["role"], role: .admin) { call in
                .json(try await consoleLink(role: try call.query.word("role")), status: .created)
            },
        ]
    }
}

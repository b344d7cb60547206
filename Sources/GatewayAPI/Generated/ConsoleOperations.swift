// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `console`, which the server implements.
protocol ConsoleOperations: Sendable {
    /// Get the console's page.
    func console(_ call: Call) async throws -> Response
    /// Get a file of the console.
    func asset(version: String, folder: String, file: String, _ call: Call) async throws -> Response
    /// Get the role of this client.
    func session(_ call: Call) async throws -> SessionDescription
    /// End the session of this request.
    func endSession(_ call: Call) async throws
    /// List the sessions of the console.
    func consoleSessions(_ call: Call) async throws -> SessionList
    /// End all sessions of the console.
    func endConsoleSessions() async throws -> SessionsEnded
    /// End a session of the console.
    func endConsoleSession(_ session: Int64) async throws
    /// Open the console with a link.
    func openConsole(code: String, _ call: Call) async throws -> Response
}

extension ConsoleOperations {
    var consoleRoutes: [Route] {
        [
            Route(.get, "/", access: .browser) { call in
                try await console(call)
            },
            Route(.get, "/assets/{version}/{folder}/{file}", access: .browser) { call in
                try await asset(version: call.name("version"), folder: call.name("folder"), file: call.name("file"), call)
            },
            Route(.get, "/v1/session", role: .till) { call in
                .json(try await session(call))
            },
            Route(.delete, "/v1/session", role: .till) { call in
                try await endSession(call)
                return .done
            },
            Route(.get, "/v1/console/sessions", role: .admin) { call in
                .json(try await consoleSessions(call))
            },
            Route(.delete, "/v1/console/sessions", role: .admin) { _ in
                .json(try await endConsoleSessions())
            },
            Route(.delete, "/v1/console/sessions/{session}", role: .admin) { call in
                try await endConsoleSession(try call.number("session", 1...Int64.max))
                return .done
            },
            Route(.get, "/console", query: ["code"], access: .browser) { call in
                try await openConsole(code: try call.query.asGiven("code"), call)
            },
        ]
    }
}

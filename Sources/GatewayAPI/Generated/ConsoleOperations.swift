// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `console`, which the server implements.
protocol ConsoleOperations: Sendable {
    /// Get the console's page.
    func console(_ call: Call) async throws -> Response
    /// Open the console with a link.
    func openConsole(code: String, _ call: Call) async throws -> Response
}

extension ConsoleOperations {
    var consoleRoutes: [Route] {
        [
            Route(.get, "/", access: .browser) { call in
                try await console(call)
            },
            Route(.get, "/console", query: ["code"], access: .browser) { call in
                try await openConsole(code: try call.query.asGiven("code"), call)
            },
        ]
    }
}

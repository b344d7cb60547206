// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// What the server does for the operations with the tag `console`.
protocol ConsoleOperations: Sendable {
    /// The console.
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

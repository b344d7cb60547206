// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// Whether the gateway lives.
    package func health(within time: Duration? = nil) async throws -> Health {
        let request = APIRequest(.GET, ["healthz"])
        return try await answer(request, within: time)
    }

    /// The gateway as a whole.
    package func status(within time: Duration? = nil) async throws -> GatewayStatus {
        let request = APIRequest(.GET, ["v1", "status"])
        return try await answer(request, within: time)
    }

    /// What is in effect, and where it was set.
    package func settings(within time: Duration? = nil) async throws -> SettingList {
        let request = APIRequest(.GET, ["v1", "settings"])
        return try await answer(request, within: time)
    }

    /// A link that opens the console once.
    ///
    /// Over TCP the console is for browsers, which cannot show a token by themselves.
    package func consoleLink(within time: Duration? = nil) async throws -> ConsoleLink {
        let request = APIRequest(.POST, ["v1", "console"])
        return try await answer(request, within: time)
    }
}

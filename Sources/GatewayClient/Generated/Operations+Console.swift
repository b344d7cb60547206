// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// Get the role of this client.
    ///
    /// Clients with the token or on the unix socket have the role `admin`.
    package func session(within time: Duration? = nil) async throws -> SessionDescription {
        let request = APIRequest(.GET, ["v1", "session"])
        return try await answer(request, within: time)
    }

    /// End the session of this request.
    package func endSession(within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "session"])
        try await order(request, within: time)
    }

    /// List the sessions of the console.
    package func consoleSessions(within time: Duration? = nil) async throws -> SessionList {
        let request = APIRequest(.GET, ["v1", "console", "sessions"])
        return try await answer(request, within: time)
    }

    /// End all sessions of the console.
    ///
    /// Links that were not opened are no longer valid either.
    package func endConsoleSessions(within time: Duration? = nil) async throws -> SessionsEnded {
        let request = APIRequest(.DELETE, ["v1", "console", "sessions"])
        return try await answer(request, within: time)
    }

    /// End a session of the console.
    package func endConsoleSession(_ session: Int64, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "console", "sessions", "\(session)"])
        try await order(request, within: time)
    }
}

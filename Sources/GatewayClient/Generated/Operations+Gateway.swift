// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// Check whether the gateway is alive.
    package func health(within time: Duration? = nil) async throws -> Health {
        let request = APIRequest(.GET, ["healthz"])
        return try await answer(request, within: time)
    }

    /// Get the state of the gateway.
    package func status(within time: Duration? = nil) async throws -> GatewayStatus {
        let request = APIRequest(.GET, ["v1", "status"])
        return try await answer(request, within: time)
    }

    /// List the settings in effect and where each was set.
    package func settings(within time: Duration? = nil) async throws -> SettingList {
        let request = APIRequest(.GET, ["v1", "settings"])
        return try await answer(request, within: time)
    }

    /// Look for what keeps a dongle or the gateway from working.
    ///
    /// The same as `perch doctor` on the gateway's machine; no port is opened.
    package func doctor(within time: Duration? = nil) async throws -> DoctorReport {
        let request = APIRequest(.GET, ["v1", "doctor"])
        return try await answer(request, within: time)
    }

    /// Make a link that opens the console once.
    ///
    /// The link opens a session over TCP, because browsers cannot send the token by themselves.
    package func consoleLink(role: Role? = nil, within time: Duration? = nil) async throws -> ConsoleLink {
        let request = APIRequest(.POST, ["v1", "console"], query: [("role", role.map { $0.rawValue })])
        return try await answer(request, within: time)
    }
}

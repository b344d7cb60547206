// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// List the dongles in use, then those known from earlier.
    package func dongles(within time: Duration? = nil) async throws -> DongleList {
        let request = APIRequest(.GET, ["v1", "dongles"])
        return try await answer(request, within: time)
    }

    /// Adopt a port.
    ///
    /// Waits up to 25 s until the dongle has been greeted. For a port that is in use already, answers with its current
    /// state.
    package func adopt(_ body: AdoptionRequest, within time: Duration? = nil) async throws -> DongleStatus {
        let request = try APIRequest(.POST, ["v1", "dongles"], json: body)
        return try await answer(request, within: time ?? limits.adoption)
    }

    /// Get one dongle.
    package func dongle(_ dongle: String, within time: Duration? = nil) async throws -> DongleStatus {
        let request = APIRequest(.GET, ["v1", "dongles", dongle])
        return try await answer(request, within: time)
    }

    /// Remove a dongle that is not in use.
    package func forget(_ dongle: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "dongles", dongle])
        try await order(request, within: time)
    }

    /// Get a live dongle's identification, features and counters.
    package func dongleInfo(_ dongle: String, within time: Duration? = nil) async throws -> DongleDetails {
        let request = APIRequest(.GET, ["v1", "dongles", dongle, "info"])
        return try await answer(request, within: time)
    }

    /// Name a dongle.
    package func setAlias(
        _ dongle: String, _ body: AliasRequest, within time: Duration? = nil
    ) async throws -> DongleStatus {
        let request = try APIRequest(.PUT, ["v1", "dongles", dongle, "alias"], json: body)
        return try await answer(request, within: time)
    }

    /// Remove a dongle's name.
    package func removeAlias(_ dongle: String, within time: Duration? = nil) async throws -> DongleStatus {
        let request = APIRequest(.DELETE, ["v1", "dongles", dongle, "alias"])
        return try await answer(request, within: time)
    }

    /// Make a dongle identify itself.
    package func identify(_ dongle: String, _ body: IdentificationRequest, within time: Duration? = nil) async throws {
        let request = try APIRequest(.POST, ["v1", "dongles", dongle, "identify"], json: body)
        try await order(request, within: time)
    }

    /// Restart a dongle.
    package func reboot(_ dongle: String, _ body: RebootOrder, within time: Duration? = nil) async throws {
        let request = try APIRequest(.POST, ["v1", "dongles", dongle, "reboot"], json: body)
        try await order(request, within: time ?? limits.adoption)
    }

    /// Release a dongle: close its port and stop using it.
    package func release(_ dongle: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.POST, ["v1", "dongles", dongle, "release"])
        try await order(request, within: time)
    }

    /// Stream a dongle's log from now on.
    ///
    /// Ends with the line `end` when the link ends. For a radio whose bridge this gateway runs, the stream is the
    /// bridge's log instead: its newest 64 lines, then those to come, until the radio is released. `uptime_ms` is then
    /// the gateway's.
    func dongleLogLines(_ dongle: String, within time: Duration? = nil) async throws -> LineChunks {
        let request = APIRequest(.GET, ["v1", "dongles", dongle, "log"])
        return try await lines(request, within: time)
    }
}

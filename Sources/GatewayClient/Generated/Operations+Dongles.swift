// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// Dongles in use, then those known from earlier.
    package func dongles(within time: Duration? = nil) async throws -> DongleList {
        let request = APIRequest(.GET, ["v1", "dongles"])
        return try await answer(request, within: time)
    }

    /// Take a port into use.
    ///
    /// Waits until the dongle has been greeted, up to 25 s. A port that is in use already is answered as it is.
    package func adopt(_ body: AdoptionRequest, within time: Duration? = nil) async throws -> DongleStatus {
        let request = try APIRequest(.POST, ["v1", "dongles"], json: body)
        return try await answer(request, within: time ?? limits.adoption)
    }

    /// One dongle.
    package func dongle(_ dongle: String, within time: Duration? = nil) async throws -> DongleStatus {
        let request = APIRequest(.GET, ["v1", "dongles", dongle])
        return try await answer(request, within: time)
    }

    /// Forget a dongle that is not in use.
    package func forget(_ dongle: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "dongles", dongle])
        try await order(request, within: time)
    }

    /// What a live dongle is, can do and has counted.
    package func dongleInfo(_ dongle: String, within time: Duration? = nil) async throws -> DongleDetails {
        let request = APIRequest(.GET, ["v1", "dongles", dongle, "info"])
        return try await answer(request, within: time)
    }

    /// Give a dongle a name.
    package func setAlias(
        _ dongle: String, _ body: AliasRequest, within time: Duration? = nil
    ) async throws -> DongleStatus {
        let request = try APIRequest(.PUT, ["v1", "dongles", dongle, "alias"], json: body)
        return try await answer(request, within: time)
    }

    /// Take a dongle's name away.
    package func removeAlias(_ dongle: String, within time: Duration? = nil) async throws -> DongleStatus {
        let request = APIRequest(.DELETE, ["v1", "dongles", dongle, "alias"])
        return try await answer(request, within: time)
    }

    /// Let a dongle show itself.
    package func identify(_ dongle: String, _ body: IdentificationRequest, within time: Duration? = nil) async throws {
        let request = try APIRequest(.POST, ["v1", "dongles", dongle, "identify"], json: body)
        try await order(request, within: time)
    }

    /// Restart a dongle.
    package func reboot(_ dongle: String, _ body: RebootOrder, within time: Duration? = nil) async throws {
        let request = try APIRequest(.POST, ["v1", "dongles", dongle, "reboot"], json: body)
        try await order(request, within: time ?? limits.adoption)
    }

    /// Close a dongle's port and leave it alone.
    package func release(_ dongle: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.POST, ["v1", "dongles", dongle, "release"])
        try await order(request, within: time)
    }

    /// A dongle's log from now on.
    ///
    /// Ends when the link does, with the line `end`.
    func dongleLogLines(_ dongle: String, within time: Duration? = nil) async throws -> LineChunks {
        let request = APIRequest(.GET, ["v1", "dongles", dongle, "log"])
        return try await lines(request, within: time)
    }
}

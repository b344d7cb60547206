// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `dongles`, which the server implements.
protocol DonglesOperations: Sendable {
    /// List the dongles in use, then those known from earlier.
    func dongles() async throws -> DongleList
    /// Adopt a port.
    func adopt(_ body: AdoptionRequest) async throws -> DongleStatus
    /// Get one dongle.
    func dongle(_ dongle: String) async throws -> DongleStatus
    /// Remove a dongle that is not in use.
    func forget(_ dongle: String) async throws
    /// Get a live dongle's identification, features and counters.
    func dongleInfo(_ dongle: String) async throws -> DongleDetails
    /// Name a dongle.
    func setAlias(_ dongle: String, _ body: AliasRequest) async throws -> DongleStatus
    /// Remove a dongle's name.
    func removeAlias(_ dongle: String) async throws -> DongleStatus
    /// Make a dongle identify itself.
    func identify(_ dongle: String, _ body: IdentificationRequest) async throws
    /// Restart a dongle.
    func reboot(_ dongle: String, _ body: RebootOrder) async throws
    /// Release a dongle: close its port and stop using it.
    func release(_ dongle: String) async throws
    /// Stream a dongle's log from now on.
    func dongleLog(_ dongle: String, _ call: Call) async throws -> Response
}

extension DonglesOperations {
    var donglesRoutes: [Route] {
        [
            Route(.get, "/v1/dongles", role: .viewer) { _ in
                .json(try await dongles())
            },
            Route(.post, "/v1/dongles", role: .admin) { call in
                .json(try await adopt(try await call.object()))
            },
            Route(.get, "/v1/dongles/{dongle}", role: .viewer) { call in
                .json(try await dongle(call.name("dongle")))
            },
            Route(.delete, "/v1/dongles/{dongle}", role: .admin) { call in
                try await forget(call.name("dongle"))
                return .done
            },
            Route(.get, "/v1/dongles/{dongle}/info", role: .viewer) { call in
                .json(try await dongleInfo(call.name("dongle")))
            },
            Route(.put, "/v1/dongles/{dongle}/alias", role: .crew) { call in
                .json(try await setAlias(call.name("dongle"), try await call.object()))
            },
            Route(.delete, "/v1/dongles/{dongle}/alias", role: .crew) { call in
                .json(try await removeAlias(call.name("dongle")))
            },
            Route(.post, "/v1/dongles/{dongle}/identify", role: .crew) { call in
                try await identify(call.name("dongle"), try await call.object())
                return .done
            },
            Route(.post, "/v1/dongles/{dongle}/reboot", role: .admin) { call in
                try await reboot(call.name("dongle"), try await call.object())
                return .done
            },
            Route(.post, "/v1/dongles/{dongle}/release", role: .admin) { call in
                try await release(call.name("dongle"))
                return .done
            },
            Route(.get, "/v1/dongles/{dongle}/log", role: .crew) { call in
                try await dongleLog(call.name("dongle"), call)
            },
        ]
    }
}

import DevBackend
import Failures
import Foundation
import Gateway

@testable import GatewayAPI

/// A gateway that talks to a development backend.
struct PayfritServer: Sendable {
    static let phone = #"{"phone":"+1 555 0100","otp":"123456"}"#

    let ask: Asker
    let backend: DevBackend
    /// URL of the backend's API.
    let url: String
    /// Folder in which the login is kept.
    let folder: String

    /// Serves while `body` runs.
    static func with(
        _ transport: Transport = .socket, api: String = "php",
        _ body: @escaping @Sendable (PayfritServer) async throws -> Void
    ) async throws {
        let backend = try DevBackend()
        try await withFolder { folder in
            try await backend.serving { url in
                try await transport.with(
                    gateway: {
                        $0.payfrit = setup(url, api, folder)
                        $0.describe = {
                            let failure = Failure($0)
                            return (failure.code, failure.message, failure.hint)
                        }
                    },
                    { ask in try await body(PayfritServer(ask: ask, backend: backend, url: url, folder: folder)) })
            }
        }
    }

    /// Serves while `body` runs, with a user logged in and a business chosen.
    static func loggedIn(
        _ transport: Transport = .socket, _ body: @escaping @Sendable (PayfritServer) async throws -> Void
    ) async throws {
        try await with(transport) { server in
            _ = try await server.ask("POST", "/v1/payfrit/login", json: phone)
            _ = try await server.ask("PUT", "/v1/payfrit/business", json: #"{"business":"1"}"#)
            try await body(server)
        }
    }

    private static func setup(_ url: String, _ api: String, _ folder: String) -> PayfritSetup {
        var setup = PayfritSetup()
        (setup.environment, setup.api, setup.folder) = (url, api, folder)
        return setup
    }

    /// Token that the gateway has saved.
    var token: String {
        get throws {
            struct Kept: Decodable { let token: String }
            let file = try Data(contentsOf: URL(fileURLWithPath: folder + "/payfrit.json"))
            return try JSONDecoder().decode(Kept.self, from: file).token
        }
    }
}

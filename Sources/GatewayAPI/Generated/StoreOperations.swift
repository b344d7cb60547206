// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// What the server does for the operations with the tag `store`.
protocol StoreOperations: Sendable {
    /// The database.
    func store() async throws -> StoreStatus
    /// Let SQLite check the database.
    func checkStore() async throws -> StoreCheck
    /// A copy of the database, made while it is in use.
    func backup(_ call: Call) async throws -> Response
    /// Put a backup in the place of the database.
    func restore(_ call: Call) async throws -> StoreRestore
}

extension StoreOperations {
    var storeRoutes: [Route] {
        [
            Route(.get, "/v1/store") { _ in
                .json(try await store())
            },
            Route(.post, "/v1/store/check") { _ in
                .json(try await checkStore())
            },
            Route(.get, "/v1/store/backup") { call in
                try await backup(call)
            },
            Route(.post, "/v1/store/restore") { call in
                .json(try await restore(call), status: .accepted)
            },
        ]
    }
}

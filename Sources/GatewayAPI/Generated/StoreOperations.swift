// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `store`, which the server implements.
protocol StoreOperations: Sendable {
    /// Get the state of the database.
    func store() async throws -> StoreStatus
    /// Check the database with SQLite.
    func checkStore() async throws -> StoreCheck
    /// Get a copy of the database while it is in use.
    func backup(_ call: Call) async throws -> Response
    /// Replace the database by a backup.
    func restore(_ call: Call) async throws -> StoreRestore
}

extension StoreOperations {
    var storeRoutes: [Route] {
        [
            Route(.get, "/v1/store", role: .viewer) { _ in
                .json(try await store())
            },
            Route(.post, "/v1/store/check", role: .admin) { _ in
                .json(try await checkStore())
            },
            Route(.get, "/v1/store/backup", role: .admin) { call in
                try await backup(call)
            },
            Route(.post, "/v1/store/restore", role: .admin) { call in
                .json(try await restore(call), status: .accepted)
            },
        ]
    }
}

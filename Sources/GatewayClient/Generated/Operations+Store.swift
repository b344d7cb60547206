// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// Get the state of the database.
    package func store(within time: Duration? = nil) async throws -> StoreStatus {
        let request = APIRequest(.GET, ["v1", "store"])
        return try await answer(request, within: time)
    }

    /// Check the database with SQLite.
    package func checkStore(within time: Duration? = nil) async throws -> StoreCheck {
        let request = APIRequest(.POST, ["v1", "store", "check"])
        return try await answer(request, within: time ?? .seconds(600))
    }
}

// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// The database.
    package func store(within time: Duration? = nil) async throws -> StoreStatus {
        let request = APIRequest(.GET, ["v1", "store"])
        return try await answer(request, within: time)
    }

    /// Let SQLite check the database.
    package func checkStore(within time: Duration? = nil) async throws -> StoreCheck {
        let request = APIRequest(.POST, ["v1", "store", "check"])
        return try await answer(request, within: time ?? .seconds(600))
    }
}

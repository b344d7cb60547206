import Gateway
import GatewayModel
import Hummingbird
import Store

extension GatewayAPI: StoreOperations {
    func store() async throws -> StoreStatus { await gateway.status().store }

    func checkStore() async throws -> StoreCheck { StoreCheck(findings: try await gateway.store.check()) }

    func backup(_ call: Call) async throws -> Response {
        try await BackupResponse.make(of: gateway.store, backups).response
    }

    func restore(_ call: Call) async throws -> StoreRestore {
        let type = call.request.headers[.contentType]
        guard type == StoreRestore.mediaType else {
            throw RequestError.wrongContentType(type, wanted: StoreRestore.mediaType)
        }
        return StoreRestore(bytes: try await StoreUpload.take(call.request.body, for: gateway, uploads))
    }
}

import Gateway
import GatewayModel
import Hummingbird
import Store

extension GatewayAPI {
    var storeRoutes: [Route] {
        [
            Route(.get, "/v1/store") { _ in .json(await gateway.status().store) },
            Route(.post, "/v1/store/check") { _ in .json(StoreCheck(findings: try await gateway.store.check())) },
            Route(.get, "/v1/store/backup") { _ in
                let backup = try await StoreBackup.make(of: gateway.store, backups)
                return backup.response
            },
            Route(.post, StoreRestore.path) { call in
                let type = call.request.headers[.contentType]
                guard type == StoreRestore.mediaType else {
                    throw RequestError.wrongContentType(type, wanted: StoreRestore.mediaType)
                }
                let bytes = try await StoreUpload.take(call.request.body, for: gateway, uploads)
                return .json(StoreRestore(bytes: bytes), status: .accepted)
            },
        ]
    }
}

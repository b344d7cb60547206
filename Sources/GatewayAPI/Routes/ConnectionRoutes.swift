import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    var connectionRoutes: [Route] {
        [
            Route(.post, "/v1/connections") { call in
                let wanted: ConnectionRequest = try await call.object()
                return .json(try await gateway.connect(wanted), status: .created)
            },
            Route(.get, "/v1/connections") { _ in
                .json(ConnectionList(connections: await gateway.connections()))
            },
            Route(.delete, "/v1/connections/{connection}") { call in
                try await gateway.disconnect(call.name("connection"))
                return .done
            },
            Route(.get, "/v1/connections/{connection}/services") { call in
                .json(ServiceList(services: try await gateway.services(call.name("connection"))))
            },
            Route(.post, "/v1/connections/{connection}/mtu") { call in
                let wanted: MTURequest = try await call.object()
                // In range: the body was checked.
                let mtu = try await gateway.exchangeMTU(call.name("connection"), UInt16(clamping: wanted.mtu))
                return .json(MTUResult(mtu: Int(mtu)))
            },
        ]
    }
}

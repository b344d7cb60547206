// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `connections`, which the server implements.
protocol ConnectionsOperations: Sendable {
    /// List the connections that the gateway holds for clients.
    func connections() async throws -> ConnectionList
    /// Connect to a device.
    func connect(_ body: ConnectionRequest) async throws -> ConnectionDescription
    /// End a connection.
    func disconnect(_ connection: String) async throws
    /// Get the services of the device; they are discovered once per connection.
    func services(_ connection: String) async throws -> ServiceList
    /// Read a value.
    func read(connection: String, handle: UInt16) async throws -> AttributeValue
    /// Write a value.
    func write(connection: String, handle: UInt16, _ body: ValueWrite) async throws -> WriteResult
    /// Negotiate the ATT MTU.
    func exchangeMTU(_ connection: String, _ body: MTURequest) async throws -> MTUResult
    /// Stream the notifications of a characteristic, or its indications if it has no notifications.
    func notifications(_ connection: String, handle: UInt16, _ call: Call) async throws -> Response
}

extension ConnectionsOperations {
    var connectionsRoutes: [Route] {
        [
            Route(.get, "/v1/connections", role: .viewer) { _ in
                .json(try await connections())
            },
            Route(.post, "/v1/connections", role: .crew) { call in
                .json(try await connect(try await call.object()), status: .created)
            },
            Route(.delete, "/v1/connections/{connection}", role: .crew) { call in
                try await disconnect(call.name("connection"))
                return .done
            },
            Route(.get, "/v1/connections/{connection}/services", role: .crew) { call in
                .json(try await services(call.name("connection")))
            },
            Route(.get, "/v1/connections/{connection}/values/{handle}", role: .crew) { call in
                .json(try await read(connection: call.name("connection"), handle: try call.number("handle", 1...65_535)))
            },
            Route(.put, "/v1/connections/{connection}/values/{handle}", role: .crew) { call in
                .json(try await write(connection: call.name("connection"), handle: try call.number("handle", 1...65_535), try await call.object()))
            },
            Route(.post, "/v1/connections/{connection}/mtu", role: .crew) { call in
                .json(try await exchangeMTU(call.name("connection"), try await call.object()))
            },
            Route(.get, "/v1/connections/{connection}/notifications", query: ["handle"], role: .crew) { call in
                try await notifications(call.name("connection"), handle: try call.query.needed("handle", call.query.number("handle", 1...65_535)), call)
            },
        ]
    }
}

// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// List the connections that the gateway holds for clients.
    package func connections(within time: Duration? = nil) async throws -> ConnectionList {
        let request = APIRequest(.GET, ["v1", "connections"])
        return try await answer(request, within: time)
    }

    /// Connect to a device.
    ///
    /// The gateway holds the connection until a client ends it, it ends by itself, or its lease expires without use.
    package func connect(
        _ body: ConnectionRequest, within time: Duration? = nil
    ) async throws -> ConnectionDescription {
        let request = try APIRequest(.POST, ["v1", "connections"], json: body)
        return try await answer(request, within: time)
    }

    /// End a connection.
    ///
    /// If the device was sent unacknowledged writes, the connection is ended once it has answered a read behind them:
    /// then it has received them. If it answers nothing within the connection's `timeout_ms`, the connection is ended
    /// all the same, and the request fails with `writes-unanswered`: the writes may have been lost.
    package func disconnect(_ connection: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "connections", connection])
        try await order(request, within: time)
    }

    /// Get the services of the device; they are discovered once per connection.
    package func services(_ connection: String, within time: Duration? = nil) async throws -> ServiceList {
        let request = APIRequest(.GET, ["v1", "connections", connection, "services"])
        return try await answer(request, within: time)
    }

    /// Read a value.
    package func read(connection: String, handle: UInt16, within time: Duration? = nil) async throws -> AttributeValue {
        let request = APIRequest(.GET, ["v1", "connections", connection, "values", "\(handle)"])
        return try await answer(request, within: time)
    }

    /// Write a value.
    package func write(
        connection: String, handle: UInt16, _ body: ValueWrite, within time: Duration? = nil
    ) async throws -> WriteResult {
        let request = try APIRequest(.PUT, ["v1", "connections", connection, "values", "\(handle)"], json: body)
        return try await answer(request, within: time)
    }

    /// Negotiate the ATT MTU.
    package func exchangeMTU(
        _ connection: String, _ body: MTURequest, within time: Duration? = nil
    ) async throws -> MTUResult {
        let request = try APIRequest(.POST, ["v1", "connections", connection, "mtu"], json: body)
        return try await answer(request, within: time)
    }

    /// Stream the notifications of a characteristic, or its indications if it has no notifications.
    ///
    /// The subscription lasts as long as the stream.
    func notificationsLines(
        _ connection: String, handle: UInt16, within time: Duration? = nil
    ) async throws -> LineChunks {
        let request = APIRequest(
            .GET, ["v1", "connections", connection, "notifications"], query: [("handle", "\(handle)")]
        )
        return try await lines(request, within: time)
    }
}

// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// Connections that are held for clients.
    package func connections(within time: Duration? = nil) async throws -> ConnectionList {
        let request = APIRequest(.GET, ["v1", "connections"])
        return try await answer(request, within: time)
    }

    /// Connect to a device.
    ///
    /// The connection is held until it is ended, ends by itself, or has not been used for its lease.
    package func connect(
        _ body: ConnectionRequest, within time: Duration? = nil
    ) async throws -> ConnectionDescription {
        let request = try APIRequest(.POST, ["v1", "connections"], json: body)
        return try await answer(request, within: time)
    }

    /// End a connection.
    package func disconnect(_ connection: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "connections", connection])
        try await order(request, within: time)
    }

    /// What the device offers; found out once a connection.
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

    /// Notifications, or where there are none indications, of a characteristic.
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

import Advertising
import GatewayModel

/// Operations on a GATT connection. Each has the time limit of the connection, given as an
/// argument; the client waits 5 s longer than that for the gateway's answer.
extension GatewayClient {
    private static let allowance = Duration.seconds(5)
    /// Time for which a gateway listens for an address whose type is not known.
    private static let listening = Duration.seconds(5)

    /// Connects to a device.
    ///
    /// - Parameter timeout: Limit in effect for `request`, which may leave its own to the gateway's
    ///   default.
    package func connect(_ request: ConnectionRequest, timeout: Duration) async throws -> ConnectionDescription {
        try await connect(request, within: timeout + GatewayClient.listening + GatewayClient.allowance)
    }

    /// Returns the services of the device. Discovery takes many operations, each of which has the
    /// limit `timeout`.
    package func services(_ connection: String, timeout: Duration) async throws -> [ServiceDescription] {
        let limit = max(timeout, .seconds(60)) + GatewayClient.allowance
        return try await services(connection, within: limit).services
    }

    package func read(_ connection: String, _ handle: UInt16, timeout: Duration) async throws -> [UInt8] {
        let limit = timeout + GatewayClient.allowance
        return try bytes(try await read(connection: connection, handle: handle, within: limit).hex)
    }

    package func write(
        _ connection: String, _ value: [UInt8], to handle: UInt16, confirmed: Bool, timeout: Duration
    ) async throws -> WriteResult {
        let body = ValueWrite(hex: Hexadecimal.text(value), confirmed: confirmed)
        let limit = timeout + GatewayClient.allowance
        return try await write(connection: connection, handle: handle, body, within: limit)
    }

    /// Ends a connection. The gateway first waits, once the limit, for the device to receive
    /// unacknowledged writes.
    package func disconnect(_ connection: String, timeout: Duration) async throws {
        try await disconnect(connection, within: timeout + timeout + GatewayClient.allowance)
    }

    /// Negotiates the ATT MTU, 23...517, and returns the MTU in effect.
    package func exchangeMTU(_ connection: String, _ wanted: Int, timeout: Duration) async throws -> Int {
        let limit = timeout + GatewayClient.allowance
        return try await exchangeMTU(connection, MTURequest(mtu: wanted), within: limit).mtu
    }

    /// Subscribes to the characteristic with the value handle `handle`, for as long as the stream
    /// is read.
    package func notifications(
        _ connection: String, _ handle: UInt16, timeout: Duration
    ) async throws -> LineStream<NotificationUpdate> {
        // The gateway may have to discover the services first.
        let limit = max(timeout, .seconds(60)) + GatewayClient.allowance
        let chunks = try await notificationsLines(connection, handle: handle, within: limit)
        return LineStream(chunks: chunks) { type, bytes in
            switch type {
            case "notification", "lost", "disconnected":
                try self.update(try self.decode(NotificationLine.self, from: bytes))
            default: nil
            }
        }
    }

    private func update(_ line: NotificationLine) throws -> NotificationUpdate? {
        switch line.type {
        case "notification": .value(try bytes(line.hex ?? ""))
        case "lost": .lost(line.count ?? 0)
        default: .disconnected(line.error)
        }
    }

    private func bytes(_ hex: String) throws -> [UInt8] {
        guard let bytes = Hexadecimal.bytes(hex) else {
            throw ClientError.malformedAnswer(address, what: "a value that is not hexadecimal")
        }
        return bytes
    }
}

/// Element of a stream of notifications.
package enum NotificationUpdate: Sendable, Hashable {
    case value([UInt8])
    /// Number of notifications that were lost on the way.
    case lost(UInt64)
    /// The connection has ended. This is the last element.
    case disconnected(Problem?)
}

import Advertising
import GatewayModel

/// Operations on a connection have the connection's own limit, which is an argument here: 5 s more are waited for the gateway's answer.
extension GatewayClient {
    private static let allowance = Duration.seconds(5)
    /// How long a gateway listens for an address whose kind is not known.
    private static let listening = Duration.seconds(5)

    /// Connects to a device.
    ///
    /// - Parameter timeout: As in the request, which may leave it to the gateway.
    package func connect(_ request: ConnectionRequest, timeout: Duration) async throws -> ConnectionDescription {
        try await connect(request, within: timeout + GatewayClient.listening + GatewayClient.allowance)
    }

    /// The services of the device. Its discovery is many operations, each within the limit.
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

    /// Negotiates the ATT MTU, 23...517, and returns the one in effect.
    package func exchangeMTU(_ connection: String, _ wanted: Int, timeout: Duration) async throws -> Int {
        let limit = timeout + GatewayClient.allowance
        return try await exchangeMTU(connection, MTURequest(mtu: wanted), within: limit).mtu
    }

    /// Subscribes to the characteristic with its value at `handle`, for as long as the stream is read.
    package func notifications(
        _ connection: String, _ handle: UInt16, timeout: Duration
    ) async throws -> LineStream<NotificationUpdate> {
        // Services may have to be discovered for it first.
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

/// What a subscription brings.
package enum NotificationUpdate: Sendable, Hashable {
    case value([UInt8])
    /// So many came and were dropped on the way.
    case lost(UInt64)
    /// The connection has ended; the last element.
    case disconnected(Problem?)
}

import Advertising
import GatewayModel

/// Every operation on a connection has the connection's own limit, which is an argument here: 5 s more are waited for the
/// gateway's answer.
extension GatewayClient {
    private static let allowance = Duration.seconds(5)
    /// How long a gateway listens for an address whose kind is not known.
    private static let listening = Duration.seconds(5)

    /// Connects to a device.
    ///
    /// - Parameter timeout: As in the request, which may leave it to the gateway.
    public func connect(_ request: ConnectionRequest, timeout: Duration) async throws -> ConnectionDescription {
        try await answer(
            try Request(.POST, "v1", "connections", json: request),
            within: timeout + GatewayClient.listening + GatewayClient.allowance)
    }

    public func connections() async throws -> [ConnectionDescription] {
        try await answer(Request(.GET, "v1", "connections"), as: ConnectionList.self).connections
    }

    public func disconnect(_ connection: String) async throws {
        try await order(Request(.DELETE, "v1", "connections", connection))
    }

    /// The services of the device. Its discovery is many operations, each within the limit.
    public func services(_ connection: String, timeout: Duration) async throws -> [ServiceDescription] {
        try await answer(
            Request(.GET, "v1", "connections", connection, "services"), as: ServiceList.self,
            within: max(timeout, .seconds(60)) + GatewayClient.allowance
        ).services
    }

    public func read(_ connection: String, _ handle: UInt16, timeout: Duration) async throws -> [UInt8] {
        let value = try await answer(
            Request(.GET, "v1", "connections", connection, "values", String(handle)), as: AttributeValue.self,
            within: timeout + GatewayClient.allowance)
        return try bytes(value.hex)
    }

    public func write(
        _ connection: String, _ value: [UInt8], to handle: UInt16, confirmed: Bool, timeout: Duration
    ) async throws -> WriteResult {
        try await answer(
            try Request(
                .PUT, "v1", "connections", connection, "values", String(handle),
                json: ValueWrite(hex: Hexadecimal.text(value), confirmed: confirmed)),
            within: timeout + GatewayClient.allowance)
    }

    /// Negotiates the ATT MTU, 23...517, and returns the one in effect.
    public func exchangeMTU(_ connection: String, _ wanted: Int, timeout: Duration) async throws -> Int {
        try await answer(
            try Request(.POST, "v1", "connections", connection, "mtu", json: MTURequest(mtu: wanted)),
            as: MTUResult.self, within: timeout + GatewayClient.allowance
        ).mtu
    }

    /// Subscribes to the characteristic with its value at `handle`, for as long as the stream is read.
    public func notifications(
        _ connection: String, _ handle: UInt16, timeout: Duration
    ) async throws -> LineStream<NotificationUpdate> {
        var request = Request(.GET, "v1", "connections", connection, "notifications")
        request.query = [("handle", String(handle))]
        // Services may have to be discovered for it first.
        let chunks = try await lines(request, within: max(timeout, .seconds(60)) + GatewayClient.allowance)
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
public enum NotificationUpdate: Sendable, Hashable {
    case value([UInt8])
    /// So many came and were dropped on the way.
    case lost(UInt64)
    /// The connection has ended; the last element.
    case disconnected(Problem?)
}

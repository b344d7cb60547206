import Advertising
import GatewayClient
import GatewayModel

/// A peripheral to which a gateway is connected for this verb.
struct Peripheral: Sendable {
    private let client: GatewayClient
    private let connection: String
    /// Longest wait for each operation.
    private let timeout: Duration

    /// Connects to the peripheral.
    ///
    /// - Parameter type: Type of the address; nil = the gateway listens for the address.
    init(
        _ address: BluetoothAddress, type: AddressType?, on client: GatewayClient, dongle: String, timeout: Duration
    ) async throws {
        let request = ConnectionRequest(
            dongle: dongle, address: address, addressType: type,
            timeoutMs: Int(timeout / .milliseconds(1)))
        connection = try await client.connect(request, timeout: timeout).id
        self.client = client
        self.timeout = timeout
    }

    /// Ends the connection, once the peripheral has received all unacknowledged writes.
    func disconnect() async throws { try await client.uninterrupted.disconnect(connection, timeout: timeout) }

    func services() async throws -> [ServiceDescription] {
        try await client.services(connection, timeout: timeout)
    }

    func read(_ handle: UInt16) async throws -> [UInt8] {
        try await client.read(connection, handle, timeout: timeout)
    }

    func write(_ value: [UInt8], to handle: UInt16, confirmed: Bool) async throws -> WriteResult {
        try await client.write(connection, value, to: handle, confirmed: confirmed, timeout: timeout)
    }

    func notifications(_ handle: UInt16) async throws -> LineStream<NotificationUpdate> {
        try await client.notifications(connection, handle, timeout: timeout)
    }

    /// Requests an ATT MTU that carries `bytes` in one packet, if the smallest does not. A device
    /// may not support the request.
    func widen(for bytes: Int) async throws {
        guard bytes > PeripheralLimits.smallestMTU - PeripheralLimits.header else { return }
        let wanted = min(bytes + PeripheralLimits.header, PeripheralLimits.largestMTU)
        do {
            _ = try await client.exchangeMTU(connection, wanted, timeout: timeout)
        } catch ClientError.problem(let problem) where problem.code == Peripheral.notSupported {
            // The smallest MTU stays in effect.
            return
        }
    }

    /// Request Not Supported. Source: Core Specification, Vol 3, Part F, 3.4.1.1.
    private static let notSupported = "status-att-0x06"
}

import Advertising
import DongleLink

/// A connection to a device that the gateway holds until it ends, is ended, or its lease has passed unused.
///
/// Each use renews the lease. Once the connection has ended, every use fails with ``GatewayError/unknownConnection(_:)``.
package struct GatewayConnection: Sendable {
    /// Never used again.
    package let id: String
    /// The dongle's id.
    package let dongle: String
    package let address: BluetoothAddress
    package let addressType: AddressType
    /// ATT MTU when this was asked for, 23...517.
    package internal(set) var mtu: Int
    package let lease: Duration
    package let isSimulated: Bool
    let reference: GatewayReference

    /// Negotiates the ATT MTU, 23...517, and returns the one in effect.
    package func exchangeMTU(_ wanted: UInt16) async throws -> UInt16 { try await gateway.exchangeMTU(id, wanted) }

    /// The services of the device; discovered once a connection.
    package func services() async throws -> [GATTService] { try await gateway.services(id) }

    /// Reads a whole value, 0...512 bytes.
    package func read(_ handle: UInt16) async throws -> [UInt8] { try await gateway.read(id, handle) }

    /// Writes a value of 0...512 bytes. Unconfirmed, it may have at most MTU − 3, and is only queued in the dongle's radio.
    package func write(_ value: [UInt8], to handle: UInt16, confirmed: Bool = true) async throws {
        try await gateway.write(id, value, to: handle, confirmed: confirmed)
    }

    /// Notifications, or where there are none indications, of the characteristic with its value at `handle`, until the
    /// reader leaves or the connection ends.
    ///
    /// - Throws: ``GatewayError/noSuchHandle(_:)``, ``GatewayError/cannotNotify(_:)``, `LinkError`.
    package func notifications(_ handle: UInt16) async throws -> AsyncStream<GATTUpdate> {
        try await gateway.notifications(id, handle)
    }

    /// Ends it.
    package func disconnect() async throws { try await gateway.disconnect(id) }

    private var gateway: Gateway {
        get throws(GatewayError) { try reference.live }
    }
}

/// Which device to connect to, and for how long.
package struct ConnectionWish: Sendable, Hashable {
    /// Longest wait for a device's advert, by which the type of its address is known.
    package static let listeningLimit = Duration.seconds(5)

    /// Id, alias or port; nil where there is only one, or only one is connected.
    package var dongle: String?
    package var address: BluetoothAddress
    /// Nil: a short scan finds out.
    package var addressType: AddressType?
    /// Longest attempt, and longest wait for each operation on the connection, 100 ms...600 s.
    package var timeout: Duration
    /// How long the connection is held unused, 1...600 s.
    package var lease: Duration
    /// Longest wait for the device's advert, where the type of its address is not known.
    package var listening: Duration

    package init(
        dongle: String? = nil, address: BluetoothAddress, addressType: AddressType? = nil,
        timeout: Duration = .seconds(10), lease: Duration = .seconds(30), listening: Duration = listeningLimit
    ) {
        self.dongle = dongle
        self.address = address
        self.addressType = addressType
        self.timeout = timeout
        self.lease = lease
        self.listening = listening
    }
}

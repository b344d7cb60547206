import Advertising
import DongleLink

/// Connection to a device. The gateway holds it until it ends, is disconnected, or its lease has
/// expired.
///
/// Each use renews the lease. Once the connection has ended, every use fails with
/// ``GatewayError/unknownConnection(_:)``.
package struct GatewayConnection: Sendable {
    /// Identifier, never used again.
    package let id: String
    /// Id of the dongle.
    package let dongle: String
    package let address: BluetoothAddress
    package let addressType: AddressType
    /// ATT MTU at the time of this value, 23...517.
    package internal(set) var mtu: Int
    package let lease: Duration
    package let isSimulated: Bool
    weak let service: ConnectionService?

    /// Negotiates the ATT MTU, 23...517, and returns the one in effect.
    package func exchangeMTU(_ wanted: UInt16) async throws -> UInt16 { try await live.exchangeMTU(id, wanted) }

    /// Returns the services of the device, which are discovered once per connection.
    package func services() async throws -> [GATTService] { try await live.services(id) }

    /// Reads a whole value, 0...512 bytes.
    package func read(_ handle: UInt16) async throws -> [UInt8] { try await live.read(id, handle) }

    /// Writes a value of 0...512 bytes. An unconfirmed write takes at most MTU − 3 bytes, and is
    /// only queued in the dongle's radio.
    package func write(_ value: [UInt8], to handle: UInt16, confirmed: Bool = true) async throws {
        try await live.write(id, value, to: handle, confirmed: confirmed)
    }

    /// Returns the notifications (or indications, if the characteristic has no notifications) of
    /// the value at `handle`, until the reader leaves or the connection ends.
    ///
    /// - Throws: ``GatewayError/noSuchHandle(_:)``, ``GatewayError/cannotNotify(_:)``, `LinkError`.
    package func notifications(_ handle: UInt16) async throws -> AsyncStream<GATTUpdate> {
        try await live.notifications(id, handle)
    }

    /// Returns the notifications and indications of the value at `handle` without turning them on, until the reader
    /// leaves or the connection ends.
    package func updates(of handle: UInt16) async throws -> AsyncStream<GATTUpdate> {
        try await live.updates(id, handle)
    }

    /// Ends the connection.
    package func disconnect() async throws { try await live.disconnect(id) }

    private var live: ConnectionService {
        get throws(GatewayError) {
            guard let service else { throw .stopping }
            return service
        }
    }
}

/// Parameters of a connection to be made.
package struct ConnectionWish: Sendable {
    /// Longest wait for an advert of the device, which shows the type of its address.
    package static let listeningLimit = Duration.seconds(5)

    /// Id, alias or port of the dongle; nil if there is only one, or only one is connected.
    package var dongle: String?
    package var address: BluetoothAddress
    /// Type of the address; nil: found by a short scan.
    package var addressType: AddressType?
    /// Time limit for connecting, and for each operation on the connection, 100 ms...600 s.
    package var timeout: Duration
    /// Time without use after which the connection is ended, 1...600 s.
    package var lease: Duration
    /// Longest wait for an advert of the device if the type of its address is unknown.
    package var listening: Duration
    /// Whether a client of a Bluetooth proxy asks. Such a connection takes no reserved slot, and has no lease: the
    /// proxy must end it.
    package var isProxied = false
    /// Called once, when the connection that was made has ended. Must not take long.
    package var whenEnded: (@Sendable (ConnectionEnd) -> Void)?

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

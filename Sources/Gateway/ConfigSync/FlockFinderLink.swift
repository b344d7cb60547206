import Advertising
import DongleLink
import DongleProtocol
import FlockFinder

/// Access to the config of a FlockFinder, over a connection that is made anew when it breaks.
actor FlockFinderLink: ConfigLink {
    /// Largest number of attempts to send a config when part of it is lost.
    static let attemptLimit = 3
    private static let busyPause = Duration.milliseconds(200)
    private static let shortestTry = Duration.seconds(1)
    private static let wantedMTU: UInt16 = 517
    private static let lease = Duration.seconds(600)

    private let connecting: ConnectionService
    let clock: GatewayClock
    private let dongle: String
    private let address: BluetoothAddress
    private let type: AddressType?
    private let name: String?
    let timeout: Duration
    private let isSimulated: Bool

    private var connection: Open?
    /// Milliseconds since the device started, and the time of that report; from its newest reply or
    /// event.
    var uptime: (ms: Int, at: Duration)?
    /// Number of connections made so far.
    private(set) var connections = 0
    /// Whether even a short text is sent between markers.
    var isFramed = false

    /// The connection, with the handles of the characteristics.
    struct Open {
        let connection: GatewayConnection
        let mtu: Int
        let config: UInt16
        let command: UInt16
        let stream: UInt16
        let inbox: ConfigInbox
    }

    init(
        connections: ConnectionService, clock: GatewayClock, dongle: OpenLink, address: BluetoothAddress,
        type: AddressType?, name: String?, timeout: Duration
    ) {
        (connecting, self.clock, self.timeout) = (connections, clock, timeout)
        (self.dongle, isSimulated) = (dongle.id, dongle.isSimulated)
        (self.address, self.type, self.name) = (address, type, name)
    }

    var identity: ConfigIdentity {
        ConfigIdentity(
            device: "ble:\(address)", name: name, addressType: type, dongle: dongle, isSimulated: isSimulated,
            mtu: connection?.mtu)
    }

    // MARK: Connecting

    /// Connects unless connected. Negotiates the ATT MTU first, because it decides how much of the
    /// device's notifications is cut.
    func connect() async throws {
        if let connection, !connection.inbox.isEnded { return }
        await close()
        let made = try await connected()
        do {
            let mtu = Int(try await made.exchangeMTU(Self.wantedMTU))
            let characteristics = try await made.services().flatMap { service in
                service.uuid == FlockFinderServer.service ? service.characteristics : []
            }
            let handles = Dictionary(characteristics.map { ($0.uuid, $0.valueHandle) }) { first, _ in first }
            let missing = FlockFinderServer.listening.filter { handles[$0] == nil }
            guard missing.isEmpty, let command = handles[FlockFinderServer.command],
                let stream = handles[FlockFinderServer.stream]
            else { throw ConfigError.notAFlockFinder(missing: missing) }
            guard let config = handles[FlockFinderServer.config] else { throw ConfigError.hasNoConfig }
            let inbox = ConfigInbox(clock: clock)
            let updates = try await made.notifications(config)
            // The loop ends with the connection, which is ended on every path.
            Task {
                for await update in updates { inbox.take(update) }
                inbox.end()
            }
            connections += 1
            connection = Open(
                connection: made, mtu: mtu, config: config, command: command, stream: stream, inbox: inbox)
        } catch {
            try? await made.disconnect()
            throw error
        }
    }

    private func connected() async throws -> GatewayConnection {
        let deadline = clock.now() + timeout
        while true {
            let left = max(Self.shortestTry, deadline - clock.now())
            let wish = ConnectionWish(
                dongle: dongle, address: address, addressType: type, timeout: left, lease: Self.lease, listening: left)
            do {
                return try await connecting.connect(wish)
            } catch let error as LinkError where clock.now() < deadline && Self.passes(error) {
                await clock.sleep(clock.now() + Self.busyPause)
            }
            try Task.checkCancellation()
        }
    }

    /// Returns whether the error passes by itself: the dongle is busy connecting to another device,
    /// or an earlier connection to this device has not ended yet.
    private static func passes(_ error: LinkError) -> Bool {
        switch error {
        case .refused(_, .busy, _), .refused(_, .alreadyConnected, _), .failed(_, .alreadyConnected, _, _): true
        default: false
        }
    }

    /// Whether the connection has ended by itself.
    var isCut: Bool { connection?.inbox.isEnded ?? true }

    func close() async {
        guard let open = connection.take() else { return }
        // The connection may have ended by itself, or with the link.
        try? await open.connection.disconnect()
    }

    func opened() async throws -> Open {
        try await connect()
        guard let connection else { throw GatewayError.stopping }
        return connection
    }
}

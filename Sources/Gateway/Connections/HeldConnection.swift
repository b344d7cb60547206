import DongleLink

/// A connection that the gateway holds for a client.
struct HeldConnection: Sendable {
    var handle: GatewayConnection
    let connection: GATTConnection
    /// Key of the dongle's supervisor.
    let key: Int
    /// Number of the attempt that made it.
    let number: UInt64
    let isProxied: Bool
    /// Called once, when the connection has ended. Must not take long.
    let whenEnded: (@Sendable (ConnectionEnd) -> Void)?
    /// Services, once they were discovered.
    var services: [GATTService]?
    /// Allows one discovery at a time.
    let turns = Turns()
}

/// Prevents a lease from expiring for as long as this object lives.
final class LeaseHold: Sendable {
    private let letGo: @Sendable () -> Void

    init(letGo: @escaping @Sendable () -> Void) {
        self.letGo = letGo
    }

    deinit {
        letGo()
    }
}

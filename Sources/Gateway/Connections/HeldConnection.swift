import DongleLink

/// A connection that the gateway holds for a client.
struct HeldConnection: Sendable {
    var handle: GatewayConnection
    let connection: GATTConnection
    /// The supervisor of its dongle.
    let key: Int
    /// What was discovered, if it was.
    var services: [GATTService]?
    /// One discovery at a time.
    let turns = Turns()
}

/// Keeps a lease from ending for as long as it lives.
final class LeaseHold: Sendable {
    private let letGo: @Sendable () -> Void

    init(letGo: @escaping @Sendable () -> Void) {
        self.letGo = letGo
    }

    deinit {
        letGo()
    }
}

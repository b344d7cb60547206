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
    var writes = UnacknowledgedWrites()
    /// Allows one discovery at a time.
    let turns = Turns()

    /// Waits until the device has received all writes.
    ///
    /// - Throws: ``GatewayError/writesUnanswered(_:)``.
    func settle(within limit: Duration) async throws(GatewayError) {
        guard writes.mayWait else { return }
        do {
            try await connection.awaitAnswer(within: limit)
        } catch {
            throw .writesUnanswered(handle.address)
        }
    }
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

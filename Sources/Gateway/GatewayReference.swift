import Synchronization

/// A gateway, held weakly by what is made before it.
final class GatewayReference: Sendable {
    private struct WeakGateway: Sendable {
        weak var gateway: Gateway?
    }

    private let held = Mutex(WeakGateway())

    /// - Throws: ``GatewayError/stopping`` where it is gone.
    var live: Gateway {
        get throws(GatewayError) {
            guard let gateway else { throw .stopping }
            return gateway
        }
    }

    var gateway: Gateway? {
        get { held.withLock { $0.gateway } }
        set { held.withLock { $0.gateway = newValue } }
    }
}

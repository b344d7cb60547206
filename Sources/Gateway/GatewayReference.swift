import Synchronization

/// Weak reference to a gateway, for its parts, which are created before it.
final class GatewayReference: Sendable {
    private struct WeakGateway: Sendable {
        weak var gateway: Gateway?
    }

    private let held = Mutex(WeakGateway())

    /// - Throws: ``GatewayError/stopping`` if the gateway is gone.
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

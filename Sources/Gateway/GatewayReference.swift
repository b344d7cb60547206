import Synchronization

/// A gateway, held weakly by what is made before it.
final class GatewayReference: Sendable {
    private struct WeakGateway: Sendable {
        weak var gateway: Gateway?
    }

    private let held = Mutex(WeakGateway())

    var gateway: Gateway? {
        get { held.withLock { $0.gateway } }
        set { held.withLock { $0.gateway = newValue } }
    }
}

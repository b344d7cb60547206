import ServiceLifecycle
import Synchronization

/// Ends the service group where the gateway is to start again.
final class RestartService: Service {
    private let restarts: AsyncStream<Void>
    private let asked = Atomic(false)

    /// - Parameter restarts: Says when; where it finishes, the group ends all the same.
    init(restarts: AsyncStream<Void>) {
        self.restarts = restarts
    }

    /// Whether that is why the group has ended.
    var isAsked: Bool { asked.load(ordering: .relaxed) }

    func run() async throws {
        for await _ in restarts.cancelOnGracefulShutdown() {
            asked.store(true, ordering: .relaxed)
            return
        }
    }
}

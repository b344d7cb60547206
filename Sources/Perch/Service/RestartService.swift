import ServiceLifecycle
import Synchronization

/// Ends the service group where the gateway is to start again.
final class RestartService: Service {
    private let (wishes, input) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let asked = Atomic(false)

    /// Has the group end, and the gateway start again.
    func ask() {
        asked.store(true, ordering: .relaxed)
        input.yield()
    }

    /// Has the group end.
    func end() { input.finish() }

    /// Whether it is to start again.
    var isAsked: Bool { asked.load(ordering: .relaxed) }

    func run() async throws {
        for await _ in wishes.cancelOnGracefulShutdown() { return }
    }
}

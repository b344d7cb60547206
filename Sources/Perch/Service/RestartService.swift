import ServiceLifecycle
import Synchronization

/// Ends the service group on request, so that the gateway can start again.
final class RestartService: Service {
    private let (wishes, input) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let asked = Atomic(false)

    /// Ends the group and has the gateway start again.
    func ask() {
        asked.store(true, ordering: .relaxed)
        input.yield()
    }

    /// Ends the group.
    func end() { input.finish() }

    /// Whether the gateway is to start again.
    var isAsked: Bool { asked.load(ordering: .relaxed) }

    func run() async throws {
        for await _ in wishes.cancelOnGracefulShutdown() { return }
    }
}

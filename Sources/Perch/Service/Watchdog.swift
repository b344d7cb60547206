import Logging
import ServiceLifecycle
import Synchronization

/// Tells the service manager that the gateway answers, for as long as it does, and that the service stops.
struct Watchdog: Service {
    let manager: ServiceManager
    /// Asks the gateway for something cheap. May hang; then the service manager hears nothing more.
    let ask: @Sendable () async -> Void
    let logger: Logger

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            if let limit = manager.watchdog {
                let pulse = Pulse(longestSilence: limit / 2)
                group.addTask { await keepAsking(every: limit / 4, pulse) }
                group.addTask { await keepTelling(every: limit / 2, pulse) }
            }
            // Cancellation is the other way to be stopped.
            try? await gracefulShutdown()
            group.cancelAll()
            await manager.tell("STOPPING=1")
        }
    }

    private func keepAsking(every period: Duration, _ pulse: Pulse) async {
        while true {
            await ask()
            pulse.answered(at: .now)
            do { try await Task.sleep(for: period) } catch { return }
        }
    }

    private func keepTelling(every period: Duration, _ pulse: Pulse) async {
        while true {
            // What was told to stop says no more of being alive.
            do { try await Task.sleep(for: period) } catch { return }
            if pulse.isAlive(at: .now) {
                let code = await manager.tell("WATCHDOG=1")
                if code != 0 { logger.warning("The service manager cannot be told.", metadata: ["errno": "\(code)"]) }
            } else {
                logger.error("The gateway does not answer; the service manager will end this process.")
            }
        }
    }
}

/// When a gateway has answered last.
final class Pulse: Sendable {
    private let longestSilence: Duration
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    init(longestSilence: Duration) {
        self.longestSilence = longestSilence
    }

    func answered(at time: ContinuousClock.Instant) {
        last.withLock { $0 = time }
    }

    /// False before the first answer, too.
    func isAlive(at time: ContinuousClock.Instant) -> Bool {
        last.withLock { $0.map { time - $0 <= longestSilence } ?? false }
    }
}

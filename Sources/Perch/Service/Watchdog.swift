import Logging
import ServiceLifecycle
import Synchronization

/// Reports to the service manager that the gateway answers, as long as it does, and that the
/// service stops.
struct Watchdog: Service {
    let manager: ServiceManager
    /// Sends a cheap request to the gateway. If it hangs, the service manager gets no more reports.
    let ask: @Sendable () async -> Void
    let logger: Logger

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            if let limit = manager.watchdog {
                let pulse = Pulse(longestSilence: limit / 2)
                group.addTask { await keepAsking(every: limit / 4, pulse) }
                group.addTask { await keepTelling(every: limit / 2, pulse) }
            }
            // Cancellation also stops the service.
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
            // A stopping service no longer reports that it is alive.
            do { try await Task.sleep(for: period) } catch { return }
            if pulse.isAlive(at: .now) {
                let code = await manager.tell("WATCHDOG=1")
                if code != 0 {
                    logger.warning("The service manager cannot be notified.", metadata: ["errno": "\(code)"])
                }
            } else {
                logger.error("The gateway does not answer; the service manager will end this process.")
            }
        }
    }
}

/// Time of a gateway's last answer.
final class Pulse: Sendable {
    private let longestSilence: Duration
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    init(longestSilence: Duration) {
        self.longestSilence = longestSilence
    }

    func answered(at time: ContinuousClock.Instant) {
        last.withLock { $0 = time }
    }

    /// Returns whether the last answer is recent enough; false before the first answer.
    func isAlive(at time: ContinuousClock.Instant) -> Bool {
        last.withLock { $0.map { time - $0 <= longestSilence } ?? false }
    }
}

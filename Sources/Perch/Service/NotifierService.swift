import Logging
import Notifications
import ServiceLifecycle

/// Delivers notices until the daemon stops, and then waits briefly for pending ones.
struct NotifierService: Service {
    /// Longest wait for pending notices to the desktop and the command. Those to webhooks stay in
    /// the store.
    private static let drainLimit = Duration.seconds(2)

    let notifier: Notifier
    let logger: Logger

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await notifier.run() }
            // Cancellation, where the daemon does not stop in order, also ends this wait.
            try? await gracefulShutdown()
            let left = await notifier.drain(limit: NotifierService.drainLimit)
            if left.desktop + left.command > 0 {
                logger.warning("Notices are lost.", metadata: ["notices": "\(left.desktop + left.command)"])
            }
            group.cancelAll()
        }
    }
}

import Logging
import Notifications
import ServiceLifecycle

/// Delivers notices until the daemon stops; what can still be delivered then has a moment for it.
struct NotifierService: Service {
    /// Webhooks wait in the store; this is for the desktop and the command.
    private static let drainLimit = Duration.seconds(2)

    let notifier: Notifier
    let logger: Logger

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await notifier.run() }
            // Cancelled where the daemon does not stop in order.
            try? await gracefulShutdown()
            let left = await notifier.drain(limit: NotifierService.drainLimit)
            if left.desktop + left.command > 0 {
                logger.warning("Notices are lost.", metadata: ["notices": "\(left.desktop + left.command)"])
            }
            group.cancelAll()
        }
    }
}

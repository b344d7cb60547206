import GatewayModel
import Notifications

extension Gateway.Configuration {
    /// Has people told by a notifier, which somebody else runs.
    public mutating func tell(by notifier: Notifier) {
        notify = { await notifier.notify($0) }
        notifications = { await notifier.status.map(NotificationStatus.init) }
        retryOutbox = { try await notifier.retry($0) }
        dropFromOutbox = { try await notifier.drop($0) }
    }
}

extension NotificationStatus {
    init(_ sink: SinkStatus) {
        self.init(
            kind: sink.kind.rawValue, destination: sink.name, delivered: sink.delivered, failed: sink.failed,
            dropped: sink.dropped, givenUp: sink.givenUp, waiting: sink.waiting, lastError: sink.lastError)
    }
}

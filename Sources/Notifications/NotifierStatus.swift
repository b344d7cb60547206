import GatewayModel

/// How one place that notices go to fares, since the start where nothing else is said.
package struct SinkStatus: Sendable, Hashable {
    package var kind: NotificationKind
    /// For people: scheme, host and port of a webhook, without its path, which may be a secret; path of a program.
    package var name: String
    package var delivered: UInt64 = 0
    /// Attempts that failed.
    package var failed: UInt64 = 0
    /// Notices that found no room in a queue, or could not be put into the outbox.
    package var dropped: UInt64 = 0
    /// Notices in the outbox that are not tried any more, from before the start too. Nil where the outbox cannot be read.
    package var givenUp: Int? = 0
    /// Notices that are on their way. Nil where the outbox cannot be read.
    package var waiting: Int? = 0
    package var lastError: String?
    /// Microseconds since 1970.
    package var lastErrorMicroseconds: Int64?

    init(kind: NotificationKind, name: String) {
        self.kind = kind
        self.name = name
    }
}

/// A way of telling people has begun to fail, has lost a notice, or works again.
package struct SinkChange: Sendable, Hashable {
    package enum State: Sendable, Hashable {
        case works
        /// What it is for waits, where it can.
        case fails(String)
        /// A notice is not delivered any more; told once until it works again.
        case loses(String)
    }

    package let kind: NotificationKind
    /// As ``SinkStatus/name``.
    package let name: String
    package let state: State
}

/// What became of a try of one webhook.
package struct WebhookTrial: Sendable, Hashable {
    /// In the configuration, from 1.
    package let number: Int
    /// As ``SinkStatus/name``.
    package let name: String
    /// What went wrong; nil where it arrived.
    package let error: String?
    package let took: Duration
}

extension Notifier {
    /// Notices that were not delivered when a drain ended.
    package struct Remaining: Sendable, Hashable {
        /// Kept in the outbox. Nil where it cannot be read.
        package var webhooks: Int?
        /// Lost when the process ends.
        package var desktop: Int
        /// Lost when the process ends.
        package var command: Int

        package init(webhooks: Int?, desktop: Int, command: Int) {
            self.webhooks = webhooks
            self.desktop = desktop
            self.command = command
        }
    }
}

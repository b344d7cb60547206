import GatewayModel

/// State of one destination of notices; counts are since the start unless stated otherwise.
package struct SinkStatus: Sendable, Hashable {
    package var kind: NotificationKind
    /// Name for people: scheme, host and port of a webhook, without its path, which may be secret;
    /// path of a program.
    package var name: String
    package var delivered: UInt64 = 0
    /// Attempts that failed.
    package var failed: UInt64 = 0
    /// Notices that a full queue dropped, or that could not be put into the outbox.
    package var dropped: UInt64 = 0
    /// Notices in the outbox that are no longer tried, including those from before the start. Nil
    /// if the outbox cannot be read.
    package var givenUp: Int? = 0
    /// Notices that wait for delivery. Nil if the outbox cannot be read.
    package var waiting: Int? = 0
    package var lastError: String?
    /// Microseconds since 1970.
    package var lastErrorMicroseconds: Int64?

    init(kind: NotificationKind, name: String) {
        self.kind = kind
        self.name = name
    }
}

/// A destination has begun to fail, has lost a notice, or works again.
package struct SinkChange: Sendable, Hashable {
    package enum State: Sendable, Hashable {
        case works
        /// Deliveries fail; notices wait, if the destination has a queue.
        case fails(String)
        /// A notice was given up. Reported once, until the destination works again.
        case loses(String)
    }

    package let kind: NotificationKind
    /// Same as ``SinkStatus/name``.
    package let name: String
    package let state: State
}

/// Result of a test of one webhook.
package struct WebhookTrial: Sendable, Hashable {
    /// Number in the configuration, from 1.
    package let number: Int
    /// Same as ``SinkStatus/name``.
    package let name: String
    /// Error; nil if the notice was delivered.
    package let error: String?
    package let took: Duration
}

extension Notifier {
    /// Notices that were not delivered when a drain ended.
    package struct Remaining: Sendable, Hashable {
        /// Notices in the outbox, which are kept. Nil if it cannot be read.
        package var webhooks: Int?
        /// Notices that are lost when the process ends.
        package var desktop: Int
        /// Notices that are lost when the process ends.
        package var command: Int

        package init(webhooks: Int?, desktop: Int, command: Int) {
            self.webhooks = webhooks
            self.desktop = desktop
            self.command = command
        }
    }
}

import GatewayModel

/// How one place that notices go to fares, since the start where nothing else is said.
public struct SinkStatus: Sendable, Hashable {
    public var kind: NotificationKind
    /// For people: scheme, host and port of a webhook, without its path, which may be a secret; path of a program.
    public var name: String
    public var delivered: UInt64 = 0
    /// Attempts that failed.
    public var failed: UInt64 = 0
    /// Notices that found no room in a queue, or could not be put into the outbox.
    public var dropped: UInt64 = 0
    /// Notices in the outbox that are not tried any more, from before the start too. Nil where the outbox cannot be read.
    public var givenUp: Int? = 0
    /// Notices that are on their way. Nil where the outbox cannot be read.
    public var waiting: Int? = 0
    public var lastError: String?
    /// Microseconds since 1970.
    public var lastErrorMicroseconds: Int64?

    init(kind: NotificationKind, name: String) {
        self.kind = kind
        self.name = name
    }
}

/// A way of telling people has begun to fail, has lost a notice, or works again.
public struct SinkChange: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case works
        /// What it is for waits, where it can.
        case fails(String)
        /// A notice is not delivered any more; told once until it works again.
        case loses(String)
    }

    public let kind: NotificationKind
    /// As ``SinkStatus/name``.
    public let name: String
    public let state: State
}

/// What became of a try of one webhook.
public struct WebhookTrial: Sendable, Hashable {
    /// In the configuration, from 1.
    public let number: Int
    /// As ``SinkStatus/name``.
    public let name: String
    /// What went wrong; nil where it arrived.
    public let error: String?
    public let took: Duration
}

extension Notifier {
    /// Notices that were not delivered when a drain ended.
    public struct Remaining: Sendable, Hashable {
        /// Kept in the outbox. Nil where it cannot be read.
        public var webhooks: Int?
        /// Lost when the process ends.
        public var desktop: Int
        /// Lost when the process ends.
        public var command: Int

        public init(webhooks: Int?, desktop: Int, command: Int) {
            self.webhooks = webhooks
            self.desktop = desktop
            self.command = command
        }
    }
}

import GatewayModel
import LineFormats
import Notifications
import Store

/// Notices and other messages that wait for delivery.
extension Gateway {
    /// Returns messages of the outbox, oldest first.
    ///
    /// - Parameters:
    ///   - after: Number after which the list begins.
    ///   - limit: 1...1000.
    package func outbox(after: Int64, limit: Int) async throws -> [OutboxEntryDescription] {
        try await store.outbox.list(after: after, limit: limit).map(OutboxEntryDescription.init)
    }

    /// Retries one message at once.
    ///
    /// - Throws: ``GatewayError/unknownOutboxEntry(_:)``, ``PayfritServiceError``; `StoreError`.
    package func retry(_ id: Int64) async throws {
        if try await payfrit.registrations.isRegistration(id) { return try await payfrit.registrations.retry(id) }
        let isThere =
            if let retry = configuration.retryOutbox {
                try await retry(id)
            } else {
                try await store.outbox.retry(id, atMicroseconds: Timestamp.now.microsecondsSince1970)
            }
        guard isThere else { throw GatewayError.unknownOutboxEntry(id) }
    }

    /// Drops one message, delivered or not.
    ///
    /// - Throws: ``GatewayError/unknownOutboxEntry(_:)``, ``PayfritServiceError``; `StoreError`.
    package func drop(_ id: Int64) async throws {
        if try await payfrit.registrations.isRegistration(id) { return try await payfrit.registrations.drop(id) }
        let wasThere =
            if let drop = configuration.dropFromOutbox { try await drop(id) } else {
                try await store.outbox.drop(id, atMicroseconds: Timestamp.now.microsecondsSince1970)
            }
        guard wasThere else { throw GatewayError.unknownOutboxEntry(id) }
    }

    /// Tests every webhook once, or only the one with this number in the settings, from 1.
    ///
    /// - Throws: ``GatewayError/noWebhook(_:count:)``.
    package func testWebhooks(_ number: Int?) async throws -> [WebhookTest] {
        guard let test = configuration.testWebhooks else { throw GatewayError.noWebhook(number, count: 0) }
        return try await test(number)
    }

    /// Records when a way of notifying begins to fail, or works again.
    func followSinks() async {
        guard let changes = configuration.sinkChanges else { return }
        for await change in changes {
            let (kind, name) = (change.kind, change.name)
            switch change.state {
            case .works: await eventLog.record(.info, "\(kind.title) works again", detail: "\(name).", level: .notice)
            case .fails(let words):
                let waits = kind == .webhook ? " What is for it waits, and is tried again." : ""
                await eventLog.record(.error, "\(kind.title) fails", detail: "\(name): \(words).\(waits)")
            case .loses(let words):
                let list = kind == .webhook ? " `perch outbox` lists what was not delivered." : ""
                await eventLog.record(
                    .error, "Notices are not delivered", detail: "\(name): \(words).\(list)", level: .error)
            }
        }
    }
}

extension NotificationKind {
    fileprivate var title: String {
        switch self {
        case .webhook: "Webhook"
        case .desktop: "Desktop notification"
        case .command: "Command for notices"
        }
    }
}

extension OutboxEntryDescription {
    init(_ entry: OutboxEntry) {
        self.init(
            id: entry.id, destination: entry.lane, kind: entry.kind,
            state: entry.state,
            created: Timestamp(microsecondsSince1970: entry.createdMicroseconds), attempts: entry.attempts,
            nextAttempt: entry.state == .waiting
                ? Timestamp(microsecondsSince1970: entry.nextAttemptMicroseconds) : nil,
            lastError: entry.lastError)
    }
}

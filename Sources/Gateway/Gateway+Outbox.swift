import GatewayModel
import LineFormats
import Store

/// Messages that wait for delivery.
extension Gateway {
    /// Returns messages of the outbox, oldest first.
    ///
    /// - Parameters:
    /// - after: Number after which the list begins.
    ///   - limit: 1...1000.
    package func outbox(after: Int64, limit: Int) async throws -> [OutboxEntryDescription] {
        try await store.outbox.list(after: after, limit: limit).map(OutboxEntryDescription.init)
    }

    /// Retries one message at once.
    ///
    /// - Throws: ``GatewayError/unknownOutboxEntry(_:)``, ``PayfritServiceError``; `StoreError`.
    package func retry(_ id: Int64) async throws {
        if try await payfrit.isRegistration(id) { return try await payfrit.retry(id) }
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
        if try await payfrit.isRegistration(id) { return try await payfrit.dropRegistration(id) }
        let wasThere =
            if let drop = configuration.dropFromOutbox { try await drop(id) } else {
                try await store.outbox.drop(id, atMicroseconds: Timestamp.now.microsecondsSince1970)
            }
        guard wasThere else { throw GatewayError.unknownOutboxEntry(id) }
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

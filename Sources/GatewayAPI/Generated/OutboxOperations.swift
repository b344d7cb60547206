// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `outbox`, which the server implements.
protocol OutboxOperations: Sendable {
    /// List the messages that wait for delivery or were given up.
    func outbox(after: Int64, limit: Int) async throws -> OutboxList
    /// Drop a message, even if it was not delivered.
    func dropOutboxEntry(_ entry: Int64) async throws
    /// Send a test message to all webhooks, or to one.
    func testWebhooks(number: Int?) async throws -> WebhookTestList
    /// Retry a message now.
    func retryOutboxEntry(_ entry: Int64) async throws
}

extension OutboxOperations {
    var outboxRoutes: [Route] {
        [
            Route(.get, "/v1/outbox", query: ["after", "limit"], role: .crew) { call in
                .json(try await outbox(after: try call.query.number("after", 0...Int64.max) ?? 0, limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.delete, "/v1/outbox/{entry}", role: .crew) { call in
                try await dropOutboxEntry(try call.number("entry", 1...Int64.max))
                return .done
            },
            Route(.post, "/v1/webhooks/test", query: ["number"], role: .admin) { call in
                .json(try await testWebhooks(number: try call.query.number("number", 0...1_000)))
            },
            Route(.post, "/v1/outbox/{entry}/retry", role: .crew) { call in
                try await retryOutboxEntry(try call.number("entry", 1...Int64.max))
                return .done
            },
        ]
    }
}

// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// What the server does for the operations with the tag `outbox`.
protocol OutboxOperations: Sendable {
    /// What waits to be delivered, or was given up.
    func outbox(after: Int64, limit: Int) async throws -> OutboxList
    /// Drop one, delivered or not.
    func dropOutboxEntry(_ entry: Int64) async throws
    /// Send a test to every webhook, or to one.
    func testWebhooks(number: Int?) async throws -> WebhookTestList
    /// Try one again, at once.
    func retryOutboxEntry(_ entry: Int64) async throws
}

extension OutboxOperations {
    var outboxRoutes: [Route] {
        [
            Route(.get, "/v1/outbox", query: ["after", "limit"]) { call in
                .json(try await outbox(after: try call.query.number("after", 0...Int64.max) ?? 0, limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.delete, "/v1/outbox/{entry}") { call in
                try await dropOutboxEntry(try call.number("entry", 1...Int64.max))
                return .done
            },
            Route(.post, "/v1/webhooks/test", query: ["number"]) { call in
                .json(try await testWebhooks(number: try call.query.number("number", 0...1_000)))
            },
            Route(.post, "/v1/outbox/{entry}/retry") { call in
                try await retryOutboxEntry(try call.number("entry", 1...Int64.max))
                return .done
            },
        ]
    }
}

// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// List the messages that wait for delivery or were given up.
    package func outbox(
        after: Int64? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> OutboxList {
        let request = APIRequest(
            .GET, ["v1", "outbox"], query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }

    /// Drop a message, even if it was not delivered.
    package func dropOutboxEntry(_ entry: Int64, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "outbox", "\(entry)"])
        try await order(request, within: time)
    }

    /// Send a test message to all webhooks, or to one.
    ///
    /// The message is sent at once and only once, without the outbox. Its `type` is `test`.
    package func testWebhooks(number: Int? = nil, within time: Duration? = nil) async throws -> WebhookTestList {
        let request = APIRequest(.POST, ["v1", "webhooks", "test"], query: [("number", number.map { "\($0)" })])
        return try await answer(request, within: time ?? .seconds(30))
    }

    /// Retry a message now.
    package func retryOutboxEntry(_ entry: Int64, within time: Duration? = nil) async throws {
        let request = APIRequest(.POST, ["v1", "outbox", "\(entry)", "retry"])
        try await order(request, within: time)
    }
}

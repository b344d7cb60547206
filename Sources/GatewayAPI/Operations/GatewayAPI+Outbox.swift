import Gateway
import GatewayModel

extension GatewayAPI: OutboxOperations {
    func outbox(after: Int64, limit: Int) async throws -> OutboxList {
        OutboxList(entries: try await gateway.outbox(after: after, limit: limit))
    }

    func dropOutboxEntry(_ entry: Int64) async throws { try await gateway.drop(entry) }

    func testWebhooks(number: Int?) async throws -> WebhookTestList {
        WebhookTestList(webhooks: try await gateway.testWebhooks(number))
    }

    func retryOutboxEntry(_ entry: Int64) async throws { try await gateway.retry(entry) }
}

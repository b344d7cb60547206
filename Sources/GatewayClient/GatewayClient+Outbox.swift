import GatewayModel

extension GatewayClient {
    /// What waits to be delivered or was given up, oldest first.
    ///
    /// - Parameters:
    ///   - after: Only those with a higher number.
    ///   - limit: 1...1000.
    public func outbox(after: Int64 = 0, limit: Int = 1000) async throws -> [OutboxEntryDescription] {
        var request = Request(.GET, "v1", "outbox")
        request.query = [("after", String(after)), ("limit", String(limit))]
        return try await answer(request, as: OutboxList.self).entries
    }

    /// Tries one again, at once.
    public func retryOutboxEntry(_ id: Int64) async throws {
        try await order(Request(.POST, "v1", "outbox", String(id), "retry"))
    }

    /// Drops one, delivered or not.
    public func dropOutboxEntry(_ id: Int64) async throws {
        try await order(Request(.DELETE, "v1", "outbox", String(id)))
    }

    /// Tries every webhook once, or the one with a number in the settings, from 1.
    public func testWebhooks(_ number: Int? = nil) async throws -> [WebhookTest] {
        var request = Request(.POST, "v1", "webhooks", "test")
        if let number { request.query = [("number", "\(number)")] }
        return try await answer(request, as: WebhookTestList.self, within: .seconds(30)).webhooks
    }
}

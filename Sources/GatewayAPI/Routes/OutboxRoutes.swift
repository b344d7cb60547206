import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    var outboxRoutes: [Route] {
        [
            Route(.get, "/v1/outbox", query: ["after", "limit"]) { call in
                let limit = try call.query.number("limit", 1...1000) ?? 100
                let after = try call.query.number("after", 0...Int64.max) ?? 0
                return .json(OutboxList(entries: try await gateway.outbox(after: after, limit: limit)))
            },
            Route(.post, "/v1/webhooks/test", query: ["number"]) { call in
                let number = try call.query.number("number", 1...1000)
                return .json(WebhookTestList(webhooks: try await gateway.testWebhooks(number)))
            },
            Route(.post, "/v1/outbox/{entry}/retry") { call in
                try await gateway.retry(try call.number("entry", 1...Int64.max))
                return .done
            },
            Route(.delete, "/v1/outbox/{entry}") { call in
                try await gateway.drop(try call.number("entry", 1...Int64.max))
                return .done
            },
        ]
    }
}

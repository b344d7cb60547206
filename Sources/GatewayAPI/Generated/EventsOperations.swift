// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `events`, which the server implements.
protocol EventsOperations: Sendable {
    /// List the event log, oldest first.
    func events(after: Int64?, type: [EventType]?, limit: Int) async throws -> EventList
    /// Remove all events.
    func clearEvents() async throws -> EventsCleared
    /// Stream events as they happen.
    func followEvents(after: Int64?, type: [EventType]?, _ call: Call) async throws -> Response
}

extension EventsOperations {
    var eventsRoutes: [Route] {
        [
            Route(.get, "/v1/events", query: ["after", "type", "limit"], role: .viewer) { call in
                .json(try await events(after: try call.query.number("after", 0...Int64.max), type: try call.query.words("type"), limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.delete, "/v1/events", role: .admin) { _ in
                .json(try await clearEvents())
            },
            Route(.get, "/v1/events/stream", query: ["after", "type"], role: .viewer) { call in
                try await followEvents(after: try call.query.number("after", 0...Int64.max), type: try call.query.words("type"), call)
            },
        ]
    }
}

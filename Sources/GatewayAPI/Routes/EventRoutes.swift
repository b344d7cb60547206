import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird

extension GatewayAPI {
    var eventRoutes: [Route] {
        [
            Route(.get, "/v1/events", query: ["after", "type", "limit"]) { call in
                let events = try await gateway.events(
                    after: try call.query.number("after", 0...Int64.max), kinds: try kinds(call),
                    limit: try call.query.number("limit", 1...1000) ?? 100)
                return .json(EventList(events: events))
            },
            Route(.delete, "/v1/events") { _ in .json(EventsCleared(removed: try await gateway.clearEvents())) },
            Route(.get, "/v1/events/stream", query: ["after", "type"]) { call in
                let subscription = try await gateway.followEvents(after: try resumption(call), kinds: try kinds(call))
                let start = await start(of: nextStreamName("events"))
                return LineStream(call).response { lines in
                    await lines.line("start") { $0.fields(start) }
                    for await update in subscription {
                        switch update {
                        case .event(let event):
                            await lines.line("event", id: event.id, at: event.ts) { $0.fields(event) }
                        case .missed(let count):
                            await lines.line("missed") { $0.fields(CountLine(dongle: nil, count: count)) }
                        }
                    }
                }
            },
        ]
    }

    private func kinds(_ call: Call) throws(RequestError) -> Set<EventType>? {
        guard let words = call.query.list("type") else { return nil }
        var kinds: Set<EventType> = []
        for word in words {
            guard let kind = EventType(rawValue: word) else {
                let known = EventType.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidParameter("type", expected: "one or more of \(known)")
            }
            kinds.insert(kind)
        }
        return kinds
    }

    /// The event to go on behind. A browser that comes back sends the query of its first request once more, so that the
    /// header field goes first.
    private func resumption(_ call: Call) throws(RequestError) -> Int64? {
        let after: Int64? = try call.query.number("after", 0...Int64.max)
        guard let field = call.request.headers[.lastEventID] else { return after }
        guard let id: Int64 = decimal(field), id >= 0 else {
            throw .invalidHeader("Last-Event-ID", expected: "the id of an event")
        }
        return id
    }
}

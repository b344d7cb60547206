import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird

extension GatewayAPI: EventsOperations {
    func events(after: Int64?, type: [EventType]?, limit: Int) async throws -> EventList {
        EventList(events: try await gateway.eventLog.events(after: after, kinds: type.map(Set.init), limit: limit))
    }

    func clearEvents() async throws -> EventsCleared { EventsCleared(removed: try await gateway.eventLog.clear()) }

    func followEvents(after: Int64?, type: [EventType]?, _ call: Call) async throws -> Response {
        let after = try resumption(call) ?? after
        let subscription = try await gateway.eventLog.follow(after: after, kinds: type.map(Set.init))
        let start = await start(of: nextStreamName("events"))
        return LineResponse(call, access?.sessions).response { lines in
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
    }

    /// Id after which the stream continues, from `Last-Event-ID`; nil without that field. The field
    /// overrides `after`, because a browser that reconnects repeats the query of its first request.
    private func resumption(_ call: Call) throws(RequestError) -> Int64? {
        guard let field = call.request.headers[.lastEventID] else { return nil }
        guard let id: Int64 = decimal(field), id >= 0 else {
            throw .invalidHeader("Last-Event-ID", expected: "the id of an event")
        }
        return id
    }
}

// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// The event log, oldest first.
    ///
    /// Recorded are the start of a gateway that stays, a dongle's first coming, its adoption and release, outages of
    /// dongles and ports with their ends, and failures of the database.
    package func events(
        after: Int64? = nil, type: [EventType]? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> EventList {
        let request = APIRequest(
            .GET, ["v1", "events"],
            query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })] + (type ?? []).map { ("type", $0.rawValue) }
        )
        return try await answer(request, within: time)
    }

    /// Remove every event.
    package func clearEvents(within time: Duration? = nil) async throws -> EventsCleared {
        let request = APIRequest(.DELETE, ["v1", "events"])
        return try await answer(request, within: time)
    }

    /// Events as they happen.
    ///
    /// As server-sent events each has its id, with which a browser goes on by itself.
    func followEventsLines(
        after: Int64? = nil, type: [EventType]? = nil, lastEventID: String? = nil, within time: Duration? = nil
    ) async throws -> LineChunks {
        let request = APIRequest(
            .GET, ["v1", "events", "stream"],
            query: [("after", after.map { "\($0)" })] + (type ?? []).map { ("type", $0.rawValue) },
            headers: [("Last-Event-ID", lastEventID)]
        )
        return try await lines(request, within: time)
    }
}

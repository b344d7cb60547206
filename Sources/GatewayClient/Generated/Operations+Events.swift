// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// List the event log, oldest first.
    ///
    /// Events include: the start of a daemon, a dongle seen for the first time, its adoption and release, outages of
    /// dongles and ports and their ends, and failures of the database.
    package func events(
        after: Int64? = nil, type: [EventType]? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> EventList {
        let request = APIRequest(
            .GET, ["v1", "events"],
            query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })] + (type ?? []).map { ("type", $0.rawValue) }
        )
        return try await answer(request, within: time)
    }

    /// Remove all events.
    package func clearEvents(within time: Duration? = nil) async throws -> EventsCleared {
        let request = APIRequest(.DELETE, ["v1", "events"])
        return try await answer(request, within: time)
    }

    /// Stream events as they happen.
    ///
    /// Server-sent events carry their id, so that a browser that reconnects continues after the last one.
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

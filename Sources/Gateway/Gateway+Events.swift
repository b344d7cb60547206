import GatewayModel

extension Gateway {
    /// Records an event and reports it to every reader. Never throws: an event that cannot be
    /// recorded is counted, and reported without an id.
    @discardableResult
    package func record(
        _ kind: EventType, _ title: String, detail: String = "", dongle: String? = nil, level: EventLevel? = nil
    ) async -> EventRecord {
        let isSimulated = dongle.map { id in ports.values.contains { $0.id == id && $0.isSimulated } } ?? false
        return await eventLog.record(
            kind, title, detail: detail, dongle: dongle, isSimulated: isSimulated, level: level)
    }

    /// Returns events in the order of their ids: the oldest `limit` after an id, or the newest.
    package func events(after: Int64?, kinds: Set<EventType>?, limit: Int) async throws -> [EventRecord] {
        try await eventLog.events(after: after, kinds: kinds, limit: limit)
    }

    /// Returns a subscription to events as they happen, preceded by those recorded after an id.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``; `StoreError` if the store cannot be read.
    package func followEvents(after: Int64?, kinds: Set<EventType>?) async throws -> EventSubscription {
        try await eventLog.follow(after: after, kinds: kinds)
    }

    /// Deletes every event. Returns their number.
    package func clearEvents() async throws -> Int { try await eventLog.clear() }
}

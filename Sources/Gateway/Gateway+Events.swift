import GatewayModel

extension Gateway {
    /// Records an event and tells every reader. Never throws: what cannot be recorded is counted, and told without an id.
    @discardableResult
    package func record(
        _ kind: EventType, _ title: String, detail: String = "", dongle: String? = nil, level: EventLevel? = nil
    ) async -> EventRecord {
        let isSimulated = dongle.map { id in ports.values.contains { $0.id == id && $0.isSimulated } } ?? false
        return await eventLog.record(
            kind, title, detail: detail, dongle: dongle, isSimulated: isSimulated, level: level)
    }

    /// Events in the order of their ids: the oldest `limit` after an id, or the newest.
    package func events(after: Int64?, kinds: Set<EventType>?, limit: Int) async throws -> [EventRecord] {
        try await eventLog.events(after: after, kinds: kinds, limit: limit)
    }

    /// Events as they happen, those recorded after an id first.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``; `StoreError` where the store cannot be read.
    package func followEvents(after: Int64?, kinds: Set<EventType>?) async throws -> EventSubscription {
        try await eventLog.follow(after: after, kinds: kinds)
    }

    /// Removes every event. Returns how many there were.
    package func clearEvents() async throws -> Int { try await eventLog.clear() }
}

import GatewayModel

extension GatewayClient {
    /// Adverts from now on.
    public func adverts(_ query: AdvertQuery) async throws -> AdvertStream {
        var request = Request(.GET, "v1", "adverts")
        let fields: [(String, String?)] = [
            ("dongle", query.dongle), ("name", query.name), ("uuid", query.uuid?.description),
            ("major", query.major.map(String.init)), ("minor", query.minor.map(String.init)),
            ("address", query.address?.description), ("min_rssi", query.minimumRSSI.map(String.init)),
            ("mode", query.isActive ? "active" : "passive"),
            ("duration_ms", query.durationMs.map(String.init)),
        ]
        request.query = fields.compactMap { name, value in value.map { (name, $0) } }
        return AdvertStream(chunks: try await lines(request))
    }

    /// Ends a stream of adverts in order: what was heard before still comes through it, then its end.
    ///
    /// - Parameter stream: ``StreamStart/stream``.
    public func endStream(_ stream: String) async throws {
        try await order(Request(.DELETE, "v1", "streams", stream))
    }

    // MARK: Events

    /// Events in the order of their ids: the oldest after an id, or the newest.
    ///
    /// - Parameter limit: 1...1000; 100 unless said.
    public func events(after: Int64?, types: [EventType] = [], limit: Int? = nil) async throws -> [EventRecord] {
        var request = Request(.GET, "v1", "events")
        request.query = eventQuery(after: after, types: types)
        if let limit { request.query.append(("limit", String(limit))) }
        return try await answer(request, as: EventList.self).events
    }

    /// Events as they happen.
    ///
    /// - Parameters:
    ///   - after: Those recorded after this id come first; nil = from now on.
    ///   - isResumed: Whether a stream was lost before; then the gateway is told where it ended.
    public func followEvents(
        after: Int64?, types: [EventType] = [], isResumed: Bool = false
    ) async throws -> LineStream<EventLine> {
        var request = Request(.GET, "v1", "events", "stream")
        request.query = eventQuery(after: isResumed ? nil : after, types: types)
        if isResumed, let after { request.headers.append(("Last-Event-ID", String(after))) }
        return LineStream(chunks: try await lines(request)) { type, line in
            switch type {
            case "start": .start(try self.decode(StreamStart.self, from: line))
            case "event": .event(try self.decode(EventRecord.self, from: line))
            case "missed": .missed(try self.decode(CountLine.self, from: line).count)
            case "idle": .idle
            default: nil
            }
        }
    }

    /// Removes every event. Returns how many there were.
    public func clearEvents() async throws -> Int {
        try await answer(Request(.DELETE, "v1", "events"), as: EventsCleared.self).removed
    }

    private func eventQuery(after: Int64?, types: [EventType]) -> [(name: String, value: String)] {
        (after.map { [("after", String($0))] } ?? []) + types.map { ("type", $0.rawValue) }
    }
}

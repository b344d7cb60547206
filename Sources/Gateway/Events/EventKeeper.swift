import Store

/// Store of events.
protocol EventKeeper: Sendable {
    func append(
        kind: String, level: String, title: String, detail: String, dongle: String?, isSimulated: Bool,
        microsecondsSince1970: Int64
    ) async throws(StoreError) -> Int64
    func list(after: Int64?, kinds: Set<String>?, limit: Int) async throws(StoreError) -> [StoredEvent]
    func ids() async throws(StoreError) -> (oldest: Int64?, newest: Int64?)
    func clear() async throws(StoreError) -> Int
}

extension EventStore: EventKeeper {}

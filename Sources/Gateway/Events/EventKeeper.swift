import Store

/// Store of events.
protocol EventKeeper: Sendable {
    func appendEvent(
        kind: String, level: String, title: String, detail: String, dongle: String?, isSimulated: Bool,
        microsecondsSince1970: Int64
    ) async throws(StoreError) -> Int64
    func events(after: Int64?, kinds: Set<String>?, limit: Int) async throws(StoreError) -> [StoredEvent]
    func eventIDs() async throws(StoreError) -> (oldest: Int64?, newest: Int64?)
    func clearEvents() async throws(StoreError) -> Int
}

extension Store: EventKeeper {}

/// One row of the event log.
public struct StoredEvent: Sendable, Hashable {
    /// Rises, and is never used again, not even after the log was cleared.
    public let id: Int64
    public let microsecondsSince1970: Int64
    public let kind: String
    public let title: String
    public let detail: String
    public let dongle: String?
    public let isSimulated: Bool
}

extension Store {
    /// Appends an event and drops those that are too many or too old. Returns its id; from then on it survives a crash.
    public func appendEvent(
        kind: String, title: String, detail: String, dongle: String?, isSimulated: Bool, microsecondsSince1970: Int64
    ) async throws(StoreError) -> Int64 {
        fatalError("unbuilt")
    }

    /// Events in the order of their ids.
    ///
    /// - Parameters:
    ///   - after: Only those with a higher id; the oldest of them first. Nil: the newest `limit`.
    ///   - kinds: Nil = every kind.
    public func events(after: Int64?, kinds: Set<String>?, limit: Int) async throws(StoreError) -> [StoredEvent] {
        fatalError("unbuilt")
    }

    /// Lowest id that is still there and highest ever given; nil while the log is empty or was never used.
    public func eventIDs() async throws(StoreError) -> (oldest: Int64?, newest: Int64?) { fatalError("unbuilt") }

    /// Removes every event. Returns how many there were.
    public func clearEvents() async throws(StoreError) -> Int { fatalError("unbuilt") }
}

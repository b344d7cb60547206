import JSONLines

/// What an event is about. The names and their meaning are those of the app whose log this continues.
public enum EventType: String, Codable, Sendable, Hashable, CaseIterable {
    case regionEnter, regionExit, stateChange
    /// Access to a port or device was refused or granted.
    case authorization
    case error
    case info

    /// One character for lists.
    public var mark: String {
        switch self {
        case .regionEnter: "↓"
        case .regionExit: "↑"
        case .stateChange: "⟳"
        case .authorization: "⛨"
        case .error: "!"
        case .info: "ℹ"
        }
    }
}

/// How much an event matters, by the names of the journal.
public enum EventLevel: String, Codable, Sendable, Hashable, CaseIterable {
    case error, warning, notice, info
}

/// One entry of the event log.
public struct EventRecord: Codable, Sendable, Hashable {
    /// Rises by at least 1 an event and is never used again; nil for an event that could not be recorded.
    public var id: Int64?
    public var ts: Timestamp
    public var kind: EventType
    public var level: EventLevel
    /// A few words.
    public var title: String
    /// A sentence or more; may be empty.
    public var detail: String
    /// The dongle it came from, if from one.
    public var dongle: String?
    public var simulated: Bool

    public init(
        id: Int64?, ts: Timestamp, kind: EventType, level: EventLevel, title: String, detail: String, dongle: String?,
        simulated: Bool
    ) {
        self.id = id
        self.ts = ts
        self.kind = kind
        self.level = level
        self.title = title
        self.detail = detail
        self.dongle = dongle
        self.simulated = simulated
    }
}

/// The answer of `GET /v1/events`, oldest first.
public struct EventList: Codable, Sendable, Hashable {
    public var events: [EventRecord]

    public init(events: [EventRecord]) {
        self.events = events
    }
}

/// The answer of `DELETE /v1/events`.
public struct EventsCleared: Codable, Sendable, Hashable {
    public var removed: Int

    public init(removed: Int) {
        self.removed = removed
    }
}

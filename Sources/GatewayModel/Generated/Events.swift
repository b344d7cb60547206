// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import JSONLines

/// How much an event matters, by the names of the journal.
public enum EventLevel: String, Word {
    case error, warning, notice, info
}

public enum EventType: String, Word {
    case regionEnter, regionExit, stateChange, authorization, error, info
}

/// The answer of `GET /v1/events`, oldest first
public struct EventList: Codable, Sendable, Hashable {
    public var events: [EventRecord]

    public init(events: [EventRecord]) {
        self.events = events
    }
}

/// One entry of the event log
public struct EventRecord: Codable, Sendable, Hashable {
    /// Rises, and is never used again; absent for an event that could not be recorded.
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
        id: Int64? = nil, ts: Timestamp, kind: EventType, level: EventLevel, title: String, detail: String,
        dongle: String? = nil, simulated: Bool
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

/// The answer of `DELETE /v1/events`
public struct EventsCleared: Codable, Sendable, Hashable {
    public var removed: Int

    public init(removed: Int) {
        self.removed = removed
    }
}

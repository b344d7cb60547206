// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import JSONLines

/// How much an event matters, by the names of the journal.
package enum EventLevel: String, Word {
    case error, warning, notice, info
}

package enum EventType: String, Word {
    case regionEnter, regionExit, stateChange, authorization, error, info
}

/// The answer of `GET /v1/events`, oldest first
package struct EventList: Codable, Sendable, Hashable {
    package var events: [EventRecord]

    package init(events: [EventRecord]) {
        self.events = events
    }
}

/// One entry of the event log
package struct EventRecord: Codable, Sendable, Hashable {
    /// Rises, and is never used again; absent for an event that could not be recorded.
    package var id: Int64?
    package var ts: Timestamp
    package var kind: EventType
    package var level: EventLevel
    /// A few words.
    package var title: String
    /// A sentence or more; may be empty.
    package var detail: String
    /// The dongle it came from, if from one.
    package var dongle: String?
    package var simulated: Bool

    package init(
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
package struct EventsCleared: Codable, Sendable, Hashable {
    package var removed: Int

    package init(removed: Int) {
        self.removed = removed
    }
}

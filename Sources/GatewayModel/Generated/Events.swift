// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import LineFormats

/// Importance of an event, with the level names of the systemd journal.
package enum EventLevel: String, Word {
    case error, warning, notice, info
}

package enum EventType: String, Word {
    case regionEnter, regionExit, stateChange, authorization, error, info
}

/// The answer of `GET /v1/events`, oldest first.
package struct EventList: Codable, Sendable, Hashable {
    package var events: [EventRecord]

    package init(events: [EventRecord]) {
        self.events = events
    }
}

/// One entry of the event log.
package struct EventRecord: Codable, Sendable, Hashable {
    /// Rising number, never reused; absent if the event could not be recorded.
    package var id: Int64?
    package var ts: Timestamp
    package var kind: EventType
    package var level: EventLevel
    /// Title of a few words.
    package var title: String
    /// One or more sentences; may be empty.
    package var detail: String
    /// Dongle that the event is about, if any.
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

/// The answer of `DELETE /v1/events`.
package struct EventsCleared: Codable, Sendable, Hashable {
    package var removed: Int

    package init(removed: Int) {
        self.removed = removed
    }
}

import JSONLines

/// The `type` of a line in a stream of adverts. Readers pass over types they do not know.
public enum AdvertStreamType: String, Codable, Sendable, Hashable {
    /// The first line: ``StreamStart``.
    case start
    /// ``AdvertLine``.
    case advert
    /// Adverts a dongle heard that did not reach the gateway: ``CountLine``.
    case lost
    /// Adverts this reader was too slow for, or the gateway was: ``CountLine``.
    case missed
    /// A dongle stopped hearing, for ``LinkLine/message``.
    case interrupted
    /// It hears again: ``LinkLine``.
    case restored
    /// A dongle's scanner failed: ``LinkLine`` with its problem.
    case failed
    /// Nothing happened for 15 s: the gateway lives.
    case idle
    /// The last line: ``StreamEnd``.
    case end
}

/// First line of every stream.
public struct StreamStart: Codable, Sendable, Hashable {
    /// Names the stream, to end it: `DELETE /v1/streams/{stream}`.
    public var stream: String
    /// Ids of the dongles that are live at the moment.
    public var dongles: [String]
    /// Whether any of them is simulated.
    public var simulated: Bool

    public init(stream: String, dongles: [String], simulated: Bool) {
        self.stream = stream
        self.dongles = dongles
        self.simulated = simulated
    }
}

/// A number of things that are not in the stream.
public struct CountLine: Codable, Sendable, Hashable {
    /// Id of the dongle; nil where it is the reader that was slow.
    public var dongle: String?
    public var count: UInt64

    public init(dongle: String?, count: UInt64) {
        self.dongle = dongle
        self.count = count
    }
}

/// What happened to a dongle under a stream.
public struct LinkLine: Codable, Sendable, Hashable {
    public var dongle: String
    public var message: String
    /// Why, for the type `failed`.
    public var error: Problem?

    public init(dongle: String, message: String, error: Problem? = nil) {
        self.dongle = dongle
        self.message = message
        self.error = error
    }
}

/// Last line of a stream of adverts that was ended in order: by its duration, by ``StreamStart/stream`` or by the gateway.
public struct StreamEnd: Codable, Sendable, Hashable {
    /// Adverts that reached the gateway while the stream was open, those filtered out included.
    public var received: UInt64
    public var lost: UInt64
    public var missed: UInt64
    public var filtered: UInt64
    /// Of those received, the ones whose data are not well formed.
    public var malformed: UInt64
    public var interruptions: Int
    /// `asked`, `duration` or `stopping` (the gateway shuts down).
    public var reason: String

    public init(
        received: UInt64, lost: UInt64, missed: UInt64, filtered: UInt64, malformed: UInt64, interruptions: Int,
        reason: String
    ) {
        self.received = received
        self.lost = lost
        self.missed = missed
        self.filtered = filtered
        self.malformed = malformed
        self.interruptions = interruptions
        self.reason = reason
    }
}

/// A line of a stream of notifications: `GET /v1/connections/{connection}/notifications`.
///
/// Types: `start`, `notification` (with `hex`), `lost` (with `count`), `idle`, `disconnected` (with `error`), which is the last.
public struct NotificationLine: Codable, Sendable, Hashable {
    public var type: String
    public var ts: Timestamp
    public var handle: UInt16?
    public var hex: String?
    public var count: UInt64?
    public var error: Problem?

    public init(
        type: String, ts: Timestamp, handle: UInt16? = nil, hex: String? = nil, count: UInt64? = nil,
        error: Problem? = nil
    ) {
        self.type = type
        self.ts = ts
        self.handle = handle
        self.hex = hex
        self.count = count
        self.error = error
    }
}

/// A line of a dongle's log: `GET /v1/dongles/{dongle}/log`, types `start`, `log`, `idle` and `end`.
public struct DongleLogLine: Codable, Sendable, Hashable {
    public var type: String
    public var ts: Timestamp
    /// `error`, `warning`, `info`, `debug`.
    public var level: String?
    public var uptimeMs: UInt32?
    public var text: String?
    /// Lines the dongle dropped before this one.
    public var droppedBefore: UInt32?

    private enum CodingKeys: String, CodingKey {
        case type, ts, level, text
        case uptimeMs = "uptime_ms"
        case droppedBefore = "dropped_before"
    }

    public init(
        type: String, ts: Timestamp, level: String? = nil, uptimeMs: UInt32? = nil, text: String? = nil,
        droppedBefore: UInt32? = nil
    ) {
        self.type = type
        self.ts = ts
        self.level = level
        self.uptimeMs = uptimeMs
        self.text = text
        self.droppedBefore = droppedBefore
    }
}

/// Beacons and regions, in short: part of `GET /v1/status`.
public struct TrackingStatus: Codable, Sendable, Hashable {
    /// Whether adverts are followed at the moment, for anybody.
    public var ranging: Bool
    /// Whether regions are watched.
    public var monitoring: Bool
    /// Whether any dongle listens.
    public var listening: Bool
    public var regions: Int
    /// Regions that are inside.
    public var inside: Int
    /// Beacons kept in memory.
    public var beacons: Int
    /// Most that are.
    public var capacity: Int
    public var sightings: UInt64
    /// Sightings refused because their address sends ten identities or more.
    public var floodOfAddress: UInt64
    /// Sightings refused because of their UUID fifty nameless beacons are not proven.
    public var floodOfUUID: UInt64
    /// Beacons that went for want of room.
    public var evicted: UInt64
    /// What a 17th dongle heard of a beacon displaced what another had heard of it, so often.
    public var receptionsDropped: UInt64
    /// Readers of ranging.
    public var readers: Int
    /// Ticks and changes that slow readers of ranging have missed.
    public var missed: UInt64
    /// Sightings that are in no summary, for want of room or because the store failed.
    public var historyDropped: UInt64
    /// Changes of regions that could not be told, because too many came at once.
    public var transitionsDropped: UInt64

    private enum CodingKeys: String, CodingKey {
        case ranging, monitoring, listening, regions, inside, beacons, capacity, sightings, evicted, readers, missed
        case receptionsDropped = "receptions_dropped"
        case floodOfAddress = "flood_of_address"
        case floodOfUUID = "flood_of_uuid"
        case historyDropped = "history_dropped"
        case transitionsDropped = "transitions_dropped"
    }

    public init(
        ranging: Bool, monitoring: Bool, listening: Bool, regions: Int, inside: Int, beacons: Int, capacity: Int,
        sightings: UInt64, floodOfAddress: UInt64, floodOfUUID: UInt64, evicted: UInt64, receptionsDropped: UInt64,
        readers: Int, missed: UInt64, historyDropped: UInt64, transitionsDropped: UInt64
    ) {
        self.ranging = ranging
        self.monitoring = monitoring
        self.listening = listening
        self.regions = regions
        self.inside = inside
        self.beacons = beacons
        self.capacity = capacity
        self.sightings = sightings
        self.floodOfAddress = floodOfAddress
        self.floodOfUUID = floodOfUUID
        self.evicted = evicted
        self.receptionsDropped = receptionsDropped
        self.readers = readers
        self.missed = missed
        self.historyDropped = historyDropped
        self.transitionsDropped = transitionsDropped
    }
}

/// One way in which people are told: part of `GET /v1/status`.
public struct NotificationStatus: Codable, Sendable, Hashable {
    /// `desktop`, `command` or `webhook`.
    public var kind: String
    /// Where it goes.
    public var destination: String
    public var delivered: UInt64
    public var failed: UInt64
    public var dropped: UInt64
    /// Nil where the outbox cannot be read.
    public var givenUp: Int?
    /// Nil where the outbox cannot be read.
    public var waiting: Int?
    public var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case kind, destination, delivered, failed, dropped, waiting
        case givenUp = "given_up"
        case lastError = "last_error"
    }

    public init(
        kind: String, destination: String, delivered: UInt64, failed: UInt64, dropped: UInt64, givenUp: Int?,
        waiting: Int?, lastError: String?
    ) {
        self.kind = kind
        self.destination = destination
        self.delivered = delivered
        self.failed = failed
        self.dropped = dropped
        self.givenUp = givenUp
        self.waiting = waiting
        self.lastError = lastError
    }
}

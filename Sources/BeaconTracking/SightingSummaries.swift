import Advertising

/// What was heard of one beacon by one dongle within one interval.
public struct SightingSummary: Sendable, Hashable {
    public var identity: BeaconIdentity
    public var dongle: DongleNumber
    /// Adverts.
    public var count: UInt32
    /// Nil where no advert had an RSSI.
    public var rssi: RSSI?

    public struct RSSI: Sendable, Hashable {
        public var minimum: Int8
        public var mean: Double
        public var maximum: Int8

        public init(minimum: Int8, mean: Double, maximum: Int8) {
            self.minimum = minimum
            self.mean = mean
            self.maximum = maximum
        }
    }

    public init(identity: BeaconIdentity, dongle: DongleNumber, count: UInt32, rssi: RSSI?) {
        self.identity = identity
        self.dongle = dongle
        self.count = count
        self.rssi = rssi
    }
}

/// Sums up sightings over an interval. Pure.
public struct SightingSummaries: Sendable {
    /// Most beacons, each as one dongle hears it, in one interval. What comes beyond is counted only.
    public let capacity: Int
    /// Sightings that found no room, since the start.
    public private(set) var dropped: UInt64 = 0

    public init(capacity: Int = 20_000) {
        self.capacity = capacity
    }

    public mutating func add(_ identity: BeaconIdentity, dongle: DongleNumber, rssiDBm: Int8?) {
    }

    /// Ends the interval.
    public mutating func take() -> [SightingSummary] {
        []
    }
}

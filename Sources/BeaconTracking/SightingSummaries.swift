import Advertising

/// Adverts of one beacon at one dongle within one interval.
package struct SightingSummary: Sendable, Hashable {
    package var identity: BeaconIdentity
    package var dongle: DongleNumber
    /// Number of adverts.
    package var count: UInt32
    /// Nil if no advert had an RSSI.
    package var rssi: RSSI?

    package struct RSSI: Sendable, Hashable {
        package var minimum: Int8
        package var mean: Double
        package var maximum: Int8

        package init(minimum: Int8, mean: Double, maximum: Int8) {
            self.minimum = minimum
            self.mean = mean
            self.maximum = maximum
        }
    }

    package init(identity: BeaconIdentity, dongle: DongleNumber, count: UInt32, rssi: RSSI?) {
        self.identity = identity
        self.dongle = dongle
        self.count = count
        self.rssi = rssi
    }
}

/// Summarises sightings over an interval. Pure.
package struct SightingSummaries: Sendable {
    /// Maximum number of pairs of beacon and dongle in one interval. Sightings beyond it are only
    /// counted.
    package let capacity: Int
    /// Number of sightings that found no room, since the start.
    package private(set) var dropped: UInt64 = 0

    private struct Key: Hashable {
        let identity: BeaconIdentity
        let dongle: DongleNumber
    }

    fileprivate struct Sum {
        var count: UInt32 = 0
        var measured: UInt32 = 0
        var total: Int64 = 0
        var minimum = Int8.max
        var maximum = Int8.min
    }

    private var sums: [Key: Sum] = [:]

    package init(capacity: Int = 20_000) {
        self.capacity = max(0, capacity)
    }

    /// - Parameter rssiDBm: Nil or 127 = not available: the sighting counts, without an RSSI.
    package mutating func add(_ identity: BeaconIdentity, dongle: DongleNumber, rssiDBm: Int8?) {
        let key = Key(identity: identity, dongle: dongle)
        if sums.count >= capacity, sums[key] == nil {
            dropped &+= 1
        } else {
            sums[key, default: Sum()].add(rssiDBm == SignalFilter.notAvailable ? nil : rssiDBm)
        }
    }

    /// Ends the interval.
    ///
    /// - Returns: Summaries ordered by identity, then by dongle.
    package mutating func take() -> [SightingSummary] {
        let summaries = sums.map { key, sum in
            SightingSummary(identity: key.identity, dongle: key.dongle, count: sum.count, rssi: sum.rssi)
        }
        sums.removeAll(keepingCapacity: true)
        return summaries.sorted { ($0.identity, $0.dongle) < ($1.identity, $1.dongle) }
    }
}

extension SightingSummaries.Sum {
    fileprivate mutating func add(_ rssiDBm: Int8?) {
        guard count < .max else { return }
        count += 1
        guard let rssiDBm else { return }
        measured += 1
        total += Int64(rssiDBm)
        minimum = min(minimum, rssiDBm)
        maximum = max(maximum, rssiDBm)
    }

    fileprivate var rssi: SightingSummary.RSSI? {
        guard measured > 0 else { return nil }
        return SightingSummary.RSSI(minimum: minimum, mean: Double(total) / Double(measured), maximum: maximum)
    }
}

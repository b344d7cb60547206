import Advertising

/// What one dongle heard of one beacon in one interval.
package struct HistoryEntry: Sendable, Hashable {
    package var beacon: BeaconIdentity
    /// Its id.
    package var dongle: String
    /// Adverts. An entry without one is none.
    package var count: Int
    /// Nil where no advert had an RSSI.
    package var rssi: HistoryRSSI?
    /// Metres, kept to the centimetre; nil = undetermined.
    package var distanceM: Double?

    package init(beacon: BeaconIdentity, dongle: String, count: Int, rssi: HistoryRSSI?, distanceM: Double?) {
        self.beacon = beacon
        self.dongle = dongle
        self.count = count
        self.rssi = rssi
        self.distanceM = distanceM
    }
}

/// How strong a beacon was heard in an interval, dBm.
package struct HistoryRSSI: Sendable, Hashable {
    package var minimum: Int8
    /// Kept to a tenth.
    package var mean: Double
    package var maximum: Int8

    package init(minimum: Int8, mean: Double, maximum: Int8) {
        self.minimum = minimum
        self.mean = mean
        self.maximum = maximum
    }
}

/// One row of the history.
package struct HistoryRecord: Sendable, Hashable {
    /// Start of the interval, a whole minute since 1970.
    package let startMicroseconds: Int64
    package let entry: HistoryEntry
    /// Where to go on reading after this one.
    package let cursor: HistoryCursor
}

/// A place in the history, between two rows of it. Its text is for handing out and taking back.
package struct HistoryCursor: Sendable, Hashable {
    let minute: Int64
    let beacon: Int64
    let dongle: Int64
}

extension HistoryCursor: LosslessStringConvertible {
    /// Three decimal numbers with dots between them.
    package init?(_ description: String) {
        let numbers = description.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard numbers.count == 3, let minute = numbers[0], let beacon = numbers[1], let dongle = numbers[2] else {
            return nil
        }
        self.init(minute: minute, beacon: beacon, dongle: dongle)
    }

    package var description: String { "\(minute).\(beacon).\(dongle)" }
}

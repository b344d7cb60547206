import Advertising

/// Adverts of one beacon that one dongle heard in one interval.
package struct HistoryEntry: Sendable, Hashable {
    package var beacon: BeaconIdentity
    /// Id of the dongle.
    package var dongle: String
    /// Number of adverts. Entries with 0 are not recorded.
    package var count: Int
    /// Nil where no advert had an RSSI.
    package var rssi: HistoryRSSI?
    /// Distance in metres, stored to the centimetre; nil = undetermined.
    package var distanceM: Double?

    package init(beacon: BeaconIdentity, dongle: String, count: Int, rssi: HistoryRSSI?, distanceM: Double?) {
        self.beacon = beacon
        self.dongle = dongle
        self.count = count
        self.rssi = rssi
        self.distanceM = distanceM
    }
}

/// Signal of a beacon in an interval, dBm.
package struct HistoryRSSI: Sendable, Hashable {
    package var minimum: Int8
    /// Stored to a tenth of a dBm.
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
    /// Start of the interval, a whole minute, in microseconds since 1970.
    package let startMicroseconds: Int64
    package let entry: HistoryEntry
    /// Position from which to continue reading after this record.
    package let cursor: HistoryCursor
}

/// A position in the history, between two rows. Clients get it as text and pass that back.
package struct HistoryCursor: Sendable, Hashable {
    let minute: Int64
    let beacon: Int64
    let dongle: Int64
}

extension HistoryCursor: LosslessStringConvertible {
    /// Parses three decimal numbers separated by dots.
    package init?(_ description: String) {
        let numbers = description.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard numbers.count == 3, let minute = numbers[0], let beacon = numbers[1], let dongle = numbers[2] else {
            return nil
        }
        self.init(minute: minute, beacon: beacon, dongle: dongle)
    }

    package var description: String { "\(minute).\(beacon).\(dongle)" }
}

/// Number of adverts for each RSSI. Filled, evaluated and emptied repeatedly, so that a beacon's
/// average needs no allocation.
struct RSSIHistogram {
    /// Counts by RSSI + 128, so the weakest comes first.
    private var counts = [UInt32](repeating: 0, count: 256)
    private var lowest = 255
    private var highest = 0
    private var total = 0

    mutating func add(_ rssiDBm: Int8, _ count: UInt32) {
        let place = Int(rssiDBm) + 128
        counts[place] &+= count
        lowest = min(lowest, place)
        highest = max(highest, place)
        total += Int(count)
    }

    /// Returns the mean and empties the histogram. With more than two samples n, the n/10 + 1
    /// weakest and strongest are left out. Nil if empty or all are left out.
    ///
    /// Source: AltBeacon library, RunningAverageRssiFilter.
    mutating func takeTrimmedMean() -> Double? {
        guard total > 0 else { return nil }
        let trimmed = total > 2 ? total / 10 + 1 : 0
        let first = trimmed
        let end = total - trimmed
        var passed = 0
        var sum = 0
        for place in lowest...highest {
            let count = Int(counts[place])
            counts[place] = 0
            let kept = min(passed + count, end) - max(passed, first)
            if kept > 0 { sum += kept * (place - 128) }
            passed += count
        }
        total = 0
        lowest = 255
        highest = 0
        return Double(sum) / Double(end - first)
    }
}

/// What one dongle heard of one beacon within the last seconds: how often each RSSI, second by second.
///
/// At most 256 bins, 1 KiB. Where one more is needed the oldest second goes, so that a beacon that is heard very often is
/// averaged over less time.
struct SignalWindow: Sendable, Hashable {
    /// So often this RSSI within this second.
    private struct Bin: Sendable, Hashable {
        /// The last eight bits of the slice's number; a window is shorter than they reach.
        var slice: UInt8
        var rssiDBm: Int8
        var count: UInt16
    }

    static let capacity = 256
    /// The longest window, in slices.
    static let longest: UInt32 = 250
    /// RSSI "not available", as the radio says it: counted, and no part of an average.
    static let notAvailable: Int8 = 127

    /// Oldest slice first.
    private var bins: [Bin] = []
    private var newest: UInt32 = 0

    /// - Parameters:
    ///   - slice: The second's number; never less than the last time.
    ///   - reach: Slices of the window, this one included, 1...250.
    mutating func add(_ rssiDBm: Int8, slice: UInt32, reach: UInt32) {
        if slice != newest { moveOn(to: slice, reach: reach) }
        let number = UInt8(truncatingIfNeeded: slice)
        var place = bins.count
        while place > 0, bins[place - 1].slice == number {
            place -= 1
            guard bins[place].rssiDBm != rssiDBm else {
                if bins[place].count < .max { bins[place].count += 1 }
                return
            }
        }
        if bins.count == SignalWindow.capacity { dropOldestSlice() }
        bins.append(Bin(slice: number, rssiDBm: rssiDBm, count: 1))
    }

    /// Adds what lies within the window to a histogram.
    ///
    /// - Returns: Adverts within the window, those without an RSSI among them.
    func collect(slice: UInt32, reach: UInt32, into histogram: inout RSSIHistogram) -> Int {
        let passed = slice &- newest
        guard passed < reach else { return 0 }
        let number = UInt8(truncatingIfNeeded: newest)
        var adverts = 0
        for bin in bins where UInt32(number &- bin.slice) + passed < reach {
            adverts += Int(bin.count)
            if bin.rssiDBm != SignalWindow.notAvailable { histogram.add(bin.rssiDBm, UInt32(bin.count)) }
        }
        return adverts
    }

    private mutating func moveOn(to slice: UInt32, reach: UInt32) {
        let passed = slice &- newest
        let number = UInt8(truncatingIfNeeded: newest)
        newest = slice
        guard passed < reach else {
            bins.removeAll(keepingCapacity: true)
            return
        }
        let kept = bins.firstIndex { UInt32(number &- $0.slice) + passed < reach } ?? bins.count
        if kept > 0 { bins.removeSubrange(..<kept) }
    }

    private mutating func dropOldestSlice() {
        guard let oldest = bins.first?.slice else { return }
        // One second alone fills no window: an RSSI has 256 values at most, and each has one bin in it.
        let kept = bins.firstIndex { $0.slice != oldest } ?? bins.count
        bins.removeSubrange(..<kept)
    }
}

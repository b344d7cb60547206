/// Signals of one beacon at one dongle within the last seconds: the number of adverts for each RSSI
/// and second.
///
/// At most 256 bins, 1 KiB. If another bin is needed, the oldest second is dropped. So a beacon
/// that is heard very often is averaged over less time.
struct SignalWindow: Sendable, Hashable {
    /// Number of adverts with one RSSI within one second.
    private struct Bin: Sendable, Hashable {
        /// The lowest eight bits of the slice's number; a window is shorter than their range.
        var slice: UInt8
        var rssiDBm: Int8
        var count: UInt16
    }

    static let capacity = 256
    /// Maximum window, in slices.
    static let longest: UInt32 = 250
    /// The radio's RSSI value for "not available": counted, but not averaged.
    static let notAvailable: Int8 = 127

    /// Oldest slice first.
    private var bins: [Bin] = []
    private var newest: UInt32 = 0

    /// - Parameters:
    ///   - slice: Number of the second; never less than in the previous call.
    ///   - reach: Slices of the window, including this one, 1...250.
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

    /// Adds the signals within the window to a histogram.
    ///
    /// - Returns: Number of adverts within the window, including those without an RSSI.
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
        // A single second cannot fill all bins: an RSSI has at most 256 values, with one bin each.
        let kept = bins.firstIndex { $0.slice != oldest } ?? bins.count
        bins.removeSubrange(..<kept)
    }
}

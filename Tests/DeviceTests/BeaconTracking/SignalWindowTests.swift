import Randomness
import Testing

@testable import BeaconTracking

@Suite struct SignalWindowTests {
    /// Reference: every sample with its second, and the average by its definition.
    private struct Samples {
        var all: [(slice: UInt32, rssi: Int8)] = []

        func trimmedMean(at slice: UInt32, reach: UInt32) -> Double? {
            let kept = all.filter { Int($0.slice) > Int(slice) - Int(reach) && $0.rssi != 127 }.map { Int($0.rssi) }
                .sorted()
            guard !kept.isEmpty else { return nil }
            let trim = kept.count > 2 ? kept.count / 10 + 1 : 0
            let middle = kept[trim..<(kept.count - trim)]
            return Double(middle.reduce(0, +)) / Double(middle.count)
        }

        func count(at slice: UInt32, reach: UInt32) -> Int {
            all.count { Int($0.slice) > Int(slice) - Int(reach) }
        }
    }

    @Test("the average is that of the sorted samples without a tenth and one at each end", arguments: [1, 7, 20, 250])
    func average(reach: UInt32) {
        var random = SplitMix64(seed: UInt64(reach))
        var window = SignalWindow()
        var samples = Samples()
        var histogram = RSSIHistogram()
        var slice: UInt32 = 1_427_838_569
        for _ in 0..<3000 {
            // Includes long silences, some longer than eight bits of seconds.
            if Int.random(in: 0..<3, using: &random) == 0 { slice += UInt32.random(in: 0...3, using: &random) }
            if Int.random(in: 0..<200, using: &random) == 0 { slice += UInt32.random(in: 0...600, using: &random) }
            let rssi: Int8 =
                Int.random(in: 0..<20, using: &random) == 0 ? 127 : Int8.random(in: -64...(-60), using: &random)
            window.add(rssi, slice: slice, reach: reach)
            samples.all.append((slice, rssi))
            guard reach < 100 else { continue }
            let later = slice + UInt32.random(in: 0...2, using: &random)
            let adverts = window.collect(slice: later, reach: reach, into: &histogram)
            #expect(adverts == samples.count(at: later, reach: reach))
            #expect(histogram.takeTrimmedMean() == samples.trimmedMean(at: later, reach: reach))
        }
    }

    @Test("one sample is its own average, two are averaged, of three the middle one stays")
    func few() {
        var window = SignalWindow()
        var histogram = RSSIHistogram()
        var means: [Double?] = []
        for rssi: Int8 in [-50, -61, -90] {
            window.add(rssi, slice: 5, reach: 20)
            _ = window.collect(slice: 5, reach: 20, into: &histogram)
            means.append(histogram.takeTrimmedMean())
        }
        #expect(means == [-50, -55.5, -61])
    }

    @Test("where there are too many bins the oldest second goes, and the rest stays")
    func bound() {
        var window = SignalWindow()
        var histogram = RSSIHistogram()
        for slice: UInt32 in 0..<4 {
            for step: Int8 in 0..<100 { window.add(-20 - step, slice: slice, reach: 20) }
        }
        // 256 bins hold two and a half of the four seconds.
        #expect(window.collect(slice: 3, reach: 20, into: &histogram) == 200)
        #expect(histogram.takeTrimmedMean() == -69.5)
    }

    @Test("a beacon heard without end is held in bounded memory, and its average stays right")
    func endless() {
        var window = SignalWindow()
        var histogram = RSSIHistogram()
        for _ in 0..<70_000 { window.add(-60, slice: 1, reach: 20) }
        window.add(-60, slice: 2, reach: 20)
        #expect(window.collect(slice: 2, reach: 20, into: &histogram) == 65_536)
        #expect(histogram.takeTrimmedMean() == -60)
    }
}

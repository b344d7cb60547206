import Foundation
import Randomness
import Testing

@testable import BeaconTracking

@Suite struct SignalFilterTests {
    /// A filter that has heard these signals, half a second apart, as a beacon in a walk is heard.
    private func heard(_ signals: [Int8]) -> SignalFilter {
        var filter = SignalFilter()
        for (place, rssi) in signals.enumerated() {
            filter.take(rssi, after: .milliseconds(500), slice: UInt32(place / 2))
        }
        return filter
    }

    /// Normal noise, by the sum of twelve uniform numbers.
    private func noise(_ deviation: Double, _ random: inout SplitMix64) -> Double {
        deviation * (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }

    @Test("the first signal is the level, and equal signals do not change it")
    func first() {
        #expect(SignalFilter().level(at: 0) == nil)
        #expect(heard([-70]).levelDBm == -70)
        #expect(heard(Array(repeating: -70, count: 100)).levelDBm == -70)
    }

    @Test("at rest the level is within 3 dB of the mean, and hardly moves", arguments: 1...8)
    func calm(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var filter = heard([])
        var levels: [Double] = []
        var moving = 0
        for step in 0..<2000 {
            let rssi = Int8((-70 + noise(4, &random)).rounded())
            filter.take(rssi, after: .milliseconds(500), slice: UInt32(step / 2))
            if step >= 40 { levels.append(Double(filter.levelDBm)) }
            if filter.movement > 0.5 { moving += 1 }
        }
        let mean = levels.reduce(0, +) / Double(levels.count)
        #expect(abs(mean + 70) < 0.5)
        let deviation = (levels.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(levels.count)).squareRoot()
        #expect(deviation < 1.5, "4 dB of noise")
        #expect(moving < 400)
    }

    @Test("a beacon that walks away is followed within 3 s, and moves")
    func follows() {
        var random = SplitMix64(seed: 5)
        var filter = SignalFilter()
        var late: [Double] = []
        var moving = 0
        for step in 0..<80 {
            // 20 s at rest, then 2 dB a second.
            let truth = -60 - 2 * max(0, Double(step) / 2 - 20)
            filter.take(
                Int8((truth + noise(4, &random)).rounded()), after: .milliseconds(500), slice: UInt32(step / 2))
            if step > 50 { late.append(Double(filter.levelDBm) - truth) }
            if step > 50, filter.movement > 0.5 { moving += 1 }
        }
        #expect(late.reduce(0, +) / Double(late.count) < 6, "3 s at 2 dB a second")
        #expect(moving > 7, "a quarter of the time")
    }

    @Test("a single advert far off changes the level by less than 3 dB and moves nothing")
    func outlier() {
        var filter = heard(Array(repeating: -60, count: 60))
        filter.take(-100, after: .milliseconds(500), slice: 30)
        #expect(filter.levelDBm > -63)
        filter.take(-60, after: .milliseconds(500), slice: 31)
        filter.take(-60, after: .milliseconds(500), slice: 31)
        #expect(filter.movement < 0.5)
    }

    @Test("a signal stays for 20 s, and after them the next one starts again")
    func window() {
        var filter = heard(Array(repeating: -60, count: 10))
        #expect(filter.level(at: 23) == -60)
        #expect(filter.level(at: 24) == nil)
        filter.take(-90, after: .seconds(20), slice: 24)
        #expect(filter.level(at: 24) == -90)
    }

    @Test("an RSSI that is not available only lets time pass")
    func notAvailable() {
        var filter = heard([127, 127])
        #expect(filter.level(at: 0) == nil)
        filter = heard([-60, 127, 127])
        #expect(filter.level(at: 19) == -60)
        #expect(filter.level(at: 20) == nil)
    }

    @Test("nothing makes the level leave the signals' range", arguments: 1...8)
    func bounded(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var filter = SignalFilter()
        for _ in 0..<5000 {
            let passed = Duration.milliseconds(Int.random(in: 0...40_000, using: &random))
            filter.take(
                Int8.random(in: -128...126, using: &random), after: passed,
                slice: UInt32.random(in: 0...9, using: &random))
            #expect(filter.levelDBm >= -128 && filter.levelDBm <= 126)
        }
    }
}

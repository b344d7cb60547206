import Randomness
import SimulatedDongle
import Testing

struct SplitMix64Tests {
    @Test("the sequence of seed 1234567 is the published one")
    func published() {
        var random = SplitMix64(seed: 1_234_567)
        let drawn = (0..<3).map { _ in random.next() }
        #expect(drawn == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test("parts of one seed draw differently, and each the same every time")
    func parts() {
        var first = SplitMix64(seed: 5, index: 0)
        var second = SplitMix64(seed: 5, index: 1)
        var again = SplitMix64(seed: 5, index: 0)
        let drawn = first.next()
        #expect(drawn != second.next())
        #expect(drawn == again.next())
    }

    @Test("normal draws have mean 0 and deviation 1")
    func normal() {
        var random = SplitMix64(seed: 9)
        let drawn = (0..<20_000).map { _ in random.nextNormal() }
        let mean = drawn.reduce(0, +) / Double(drawn.count)
        let variance = drawn.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(drawn.count)
        #expect(abs(mean) < 0.03)
        #expect(abs(variance - 1) < 0.05)
    }
}

/// A small seeded random number generator, so that the same scenario gives the same adverts every
/// time. Not for secrets.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// Creates a separate generator for part number `index`, so that the numbers drawn by one part
    /// do not affect the others.
    package init(seed: UInt64, index: UInt64) {
        var seeds = SplitMix64(seed: seed)
        state = seeds.next() ^ SplitMix64.mixed(index &* 0x9E37_79B9_7F4A_7C15)
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return SplitMix64.mixed(state)
    }

    /// Returns a number from a nearly normal distribution of mean 0 and deviation 1, never beyond
    /// ±3.5.
    package mutating func nextNormal() -> Double {
        // Four uniform numbers have the variance 4/12.
        var sum = -2.0
        for _ in 0..<4 { sum += Double.random(in: 0..<1, using: &self) }
        return sum * 3.0.squareRoot()
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

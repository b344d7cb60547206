/// A small seeded generator (Steele, Lea and Flood, 2014). It is good enough for session numbers,
/// and repeatable in tests.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence that belongs to `seed`.
    init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 random bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns a session number: any but 0.
    mutating func session() -> UInt16 {
        UInt16.random(in: 1...UInt16.max, using: &self)
    }
}

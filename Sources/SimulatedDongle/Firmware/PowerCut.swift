import Randomness

/// A power cut of a simulated dongle, and its effect on the step it hits.
struct PowerCut {
    /// Number of the step that is hit, as counted by ``FlashMemory/steps``.
    let step: Int
    var random: SplitMix64

    /// Returns the bits of a byte that remain set although they should be cleared.
    mutating func keptBits() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }

    /// Leaves a unit half erased. Erasing may clear bits before it sets them, so bytes from some
    /// point on can have any value. The bytes before that point are unchanged.
    mutating func tearErase(of unit: inout ArraySlice<UInt8>) {
        let start = Int.random(in: unit.startIndex...unit.endIndex, using: &random)
        for index in start..<unit.endIndex { unit[index] = UInt8(truncatingIfNeeded: random.next()) }
    }
}

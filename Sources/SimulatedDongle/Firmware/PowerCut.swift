/// The end of a simulated dongle's power, and what it leaves of the step it hits.
struct PowerCut {
    /// As ``FlashMemory/steps`` counts.
    let step: Int
    var random: SplitMix64

    /// The bits of a byte that stay as they are, though they were to be cleared.
    mutating func keptBits() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }

    /// Leaves a unit half erased. Erasing may clear bits before it sets them, so any value can be there; what it has
    /// not come to is as it was.
    mutating func tearErase(of unit: inout ArraySlice<UInt8>) {
        let start = Int.random(in: unit.startIndex...unit.endIndex, using: &random)
        for index in start..<unit.endIndex { unit[index] = UInt8(truncatingIfNeeded: random.next()) }
    }
}

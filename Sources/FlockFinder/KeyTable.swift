/// Hash table with keys of at most 128 bits and any number of values per key. A lookup, made for
/// each advert, costs one multiplication and a few comparisons. All keys are given to the
/// initialiser.
struct KeyTable: Sendable {
    /// Marks an empty slot, or the end of a chain.
    private static let none: Int32 = -1

    private var slots: [(key: UInt128, first: Int32)]
    /// Values; those with the same key form a chain.
    private var values: [(value: Int32, next: Int32)] = []
    private let shift: UInt64

    var isEmpty: Bool { values.isEmpty }

    init(_ pairs: [(key: UInt128, value: Int32)]) {
        // At most half full, so that a search ends soon.
        let bits = max(4, Int.bitWidth - max(1, pairs.count * 2 - 1).leadingZeroBitCount)
        slots = Array(repeating: (0, Self.none), count: 1 << bits)
        shift = UInt64(64 - bits)
        for (key, value) in pairs {
            let slot = slot(of: key)
            values.append((value, slots[slot].first))
            slots[slot] = (key, Int32(values.count - 1))
        }
    }

    @inline(__always)
    func find(_ key: UInt128, _ found: (Int32) -> Void) {
        guard !values.isEmpty else { return }
        var place = slots[slot(of: key)].first
        while place != Self.none {
            found(values[Int(place)].value)
            place = values[Int(place)].next
        }
    }

    /// Slot that has the key, or would have it.
    @inline(__always)
    private func slot(of key: UInt128) -> Int {
        let mixed = UInt64(truncatingIfNeeded: key) ^ (UInt64(truncatingIfNeeded: key >> 64) &* 0x9E37_79B9_7F4A_7C15)
        var slot = Int((mixed &* 0xD6E8_FEB8_6659_FD93) >> shift)
        while slots[slot].first != Self.none, slots[slot].key != key { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}

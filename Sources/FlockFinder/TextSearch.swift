/// Finds which of many texts occur in another text, in one pass. ASCII capitals count as small
/// letters, as in the firmware, and bytes are compared, so that the text need not be valid UTF-8.
///
/// The cost per byte hardly depends on the number of texts: the states near the root, where a pass
/// almost always is, have a row with every next state, and only deeper states are searched. So the
/// memory grows with the texts and not with their number times the alphabet.
///
/// Source: Aho and Corasick, "Efficient string matching", Communications of the ACM 18(6), 1975.
struct TextSearch: Sendable {
    /// A text to find.
    struct Entry: Sendable, Hashable {
        var text: [UInt8]
        /// Whether the comparison is case-sensitive.
        var isCaseSensitive: Bool
        /// Value to report when the text is found.
        var value: Int32
    }

    /// Most elements of ``rows``, of 4 bytes each: as many as a second-level cache holds.
    static let denseEntries = 1 << 17
    /// Marks a state at which texts end.
    static let endMark: UInt32 = 1 << 31

    /// Entries, in the order of their folded texts.
    let entries: [Entry]
    /// Symbol of each byte; 0 = the byte is in no text.
    let symbols: [UInt8]
    let symbolCount: Int
    /// Next state by symbol, with ``endMark``; only for the first states.
    let rows: [UInt32]
    let rowCount: Int
    /// Index of each state's first edge; one more element than there are states.
    let firstEdge: [UInt32]
    let edgeSymbols: [UInt8]
    /// Per state, its longest proper suffix that is a state. Children need no table: edge `n` leads
    /// to state `n + 1`.
    let failures: [UInt32]
    /// Per state, the entries that end there.
    let ends: [Range<Int32>]
    /// Per state, the nearest state at which entries end on the way to the root, itself included; 0
    /// = none.
    let outputs: [UInt32]

    var isEmpty: Bool { entries.isEmpty }

    /// Calls `found` with the value of each entry that occurs in `bytes`, once per occurrence.
    func search(_ bytes: UnsafeRawBufferPointer, _ found: (Int32) -> Void) {
        guard !entries.isEmpty else { return }
        var state: UInt32 = 0
        for offset in 0..<bytes.count {
            let symbol = Int(symbols[Int(bytes[offset])])
            var next: UInt32
            if Int(state) < rowCount {
                next = rows[Int(state) * symbolCount + symbol]
            } else {
                next = step(state, symbol)
            }
            if next & Self.endMark != 0 {
                next &= ~Self.endMark
                report(next, at: offset + 1, of: bytes, found)
            }
            state = next
        }
    }

    /// Returns the next state of a state without a row.
    private func step(_ from: UInt32, _ symbol: Int) -> UInt32 {
        guard symbol != 0 else { return 0 }
        var state = from
        while Int(state) >= rowCount {
            if let child = child(of: state, UInt8(symbol)) {
                return child | (outputs[Int(child)] == 0 ? 0 : Self.endMark)
            }
            state = failures[Int(state)]
        }
        return rows[Int(state) * symbolCount + symbol]
    }

    private func child(of state: UInt32, _ symbol: UInt8) -> UInt32? {
        for edge in firstEdge[Int(state)]..<firstEdge[Int(state) + 1] where edgeSymbols[Int(edge)] == symbol {
            return edge + 1
        }
        return nil
    }

    private func report(_ from: UInt32, at end: Int, of bytes: UnsafeRawBufferPointer, _ found: (Int32) -> Void) {
        var state = outputs[Int(from)]
        while state != 0 {
            for index in ends[Int(state)] {
                let entry = entries[Int(index)]
                if entry.isCaseSensitive, !bytes[(end - entry.text.count)..<end].elementsEqual(entry.text) { continue }
                found(entry.value)
            }
            state = outputs[Int(failures[Int(state)])]
        }
    }

    /// The byte, or the small letter if it is an ASCII capital.
    @inline(__always)
    static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

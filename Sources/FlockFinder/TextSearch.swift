/// Finds which of many texts stand anywhere in another, in one pass over it. Capitals of ASCII count as small letters, as in
/// the firmware, and bytes are compared, so that nothing needs to be valid UTF-8.
///
/// What a byte costs hardly depends on how many texts there are: the states near the root, where a pass almost always is, have
/// a row with every next state, and only what lies deeper is searched for. So the memory grows with the texts and not with
/// their number times the alphabet.
///
/// Source: Aho and Corasick, "Efficient string matching", Communications of the ACM 18(6), 1975.
struct TextSearch: Sendable {
    /// A text to be found.
    struct Entry: Sendable, Hashable {
        var text: [UInt8]
        /// Whether capitals count.
        var isCaseSensitive: Bool
        /// What is handed back where it is found.
        var value: Int32
    }

    /// Entries of rows, 4 bytes each: what a second-level cache holds.
    static let denseEntries = 1 << 17
    /// Marks a state at which texts end.
    static let endMark: UInt32 = 1 << 31

    /// In the order of their folded texts.
    let entries: [Entry]
    /// What a byte means; 0 = it is in no text.
    let symbols: [UInt8]
    let symbolCount: Int
    /// For the first states, the next state by symbol, with ``endMark``.
    let rows: [UInt32]
    let rowCount: Int
    /// Per state, where its edges begin; one more than there are states.
    let firstEdge: [UInt32]
    let edgeSymbols: [UInt8]
    /// Children, which come one behind the other: that of an edge is its number plus one.
    let failures: [UInt32]
    /// Per state, the entries that end there.
    let ends: [Range<Int32>]
    /// Per state, the first state on the way from it to the root at which entries end, itself counted; 0 = none.
    let outputs: [UInt32]

    var isEmpty: Bool { entries.isEmpty }

    /// Calls `found` with the value of each entry in `bytes`, once for each place where it stands.
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

    /// The next state of one that has no row.
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

    /// A capital letter of ASCII as a small one.
    @inline(__always)
    static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

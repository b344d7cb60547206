extension TextSearch {
    /// Leaves out empty texts, which would be found everywhere.
    init(_ entries: some Sequence<Entry>) {
        let folded = entries.filter { !$0.text.isEmpty }
            .map { (text: $0.text.map(Self.folded), entry: $0) }
            .sorted { $0.text.lexicographicallyPrecedes($1.text) }
        let symbols = Self.symbols(of: folded.map(\.text))
        let symbolCount = Int(symbols.max() ?? 0) + 1
        var tree = Tree(folded.map(\.text), symbols)
        tree.grow()
        self.entries = folded.map(\.entry)
        self.symbols = symbols
        self.symbolCount = symbolCount
        rowCount = min(tree.failures.count, max(1, Self.denseEntries / symbolCount))
        rows = tree.rows(rowCount, symbolCount)
        firstEdge = tree.firstEdge
        edgeSymbols = tree.edgeSymbols
        failures = tree.failures
        ends = tree.ends
        outputs = tree.outputs
    }

    /// Numbers the bytes that occur in any text, so that rows are short.
    private static func symbols(of texts: [[UInt8]]) -> [UInt8] {
        var isUsed = [Bool](repeating: false, count: 256)
        for text in texts { for byte in text { isUsed[Int(byte)] = true } }
        var symbols = [UInt8](repeating: 0, count: 256)
        var last: UInt8 = 0
        // Folded texts have no capitals, so that at most 230 bytes are left.
        for byte in 0..<256 where isUsed[byte] {
            last += 1
            symbols[byte] = last
        }
        for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") { symbols[Int(byte)] = symbols[Int(folded(byte))] }
        return symbols
    }

    /// The texts as a tree, its states numbered from the root outwards: a state's failure always
    /// has a lower number.
    private struct Tree {
        let texts: [[UInt8]]
        let symbols: [UInt8]
        /// Per state: the texts that begin with it; those that end there come first.
        var ranges: [Range<Int>]
        var depths: [Int32] = [0]
        var failures: [UInt32] = [0]
        var ends: [Range<Int32>] = []
        var outputs: [UInt32] = []
        var firstEdge: [UInt32] = []
        var edgeSymbols: [UInt8] = []

        init(_ texts: [[UInt8]], _ symbols: [UInt8]) {
            self.texts = texts
            self.symbols = symbols
            ranges = [0..<texts.count]
        }

        mutating func grow() {
            var state = 0
            while state < ranges.count {
                expand(state)
                state += 1
            }
            firstEdge.append(UInt32(edgeSymbols.count))
        }

        private mutating func expand(_ state: Int) {
            let depth = Int(depths[state])
            let range = ranges[state]
            var index = range.lowerBound
            while index < range.upperBound, texts[index].count == depth { index += 1 }
            let isEnd = index > range.lowerBound
            ends.append(Int32(range.lowerBound)..<Int32(index))
            outputs.append(isEnd ? UInt32(state) : state == 0 ? 0 : outputs[Int(failures[state])])
            firstEdge.append(UInt32(edgeSymbols.count))
            while index < range.upperBound {
                let byte = texts[index][depth]
                let first = index
                while index < range.upperBound, texts[index][depth] == byte { index += 1 }
                let symbol = symbols[Int(byte)]
                edgeSymbols.append(symbol)
                ranges.append(first..<index)
                depths.append(Int32(depth + 1))
                failures.append(state == 0 ? 0 : next(failures[state], symbol))
            }
        }

        /// Returns the state that follows one that has been expanded.
        private func next(_ from: UInt32, _ symbol: UInt8) -> UInt32 {
            var state = Int(from)
            while true {
                for edge in Int(firstEdge[state])..<Int(firstEdge[state + 1]) where edgeSymbols[edge] == symbol {
                    return UInt32(edge + 1)
                }
                if state == 0 { return 0 }
                state = Int(failures[state])
            }
        }

        func rows(_ count: Int, _ width: Int) -> [UInt32] {
            var rows = [UInt32](repeating: 0, count: count * width)
            for state in 0..<count {
                if state > 0 {
                    let failure = Int(failures[state])
                    for symbol in 0..<width { rows[state * width + symbol] = rows[failure * width + symbol] }
                }
                for edge in Int(firstEdge[state])..<Int(firstEdge[state + 1]) {
                    let child = UInt32(edge + 1)
                    let mark = outputs[Int(child)] == 0 ? 0 : TextSearch.endMark
                    rows[state * width + Int(edgeSymbols[edge])] = child | mark
                }
            }
            return rows
        }
    }
}

/// Finds which of many texts are contained in another text, in one pass.
///
/// Source: Aho and Corasick, Efficient string matching, 1975.
struct SubstringTrie {
    /// Most candidates that are reported for one text. Beyond that, candidates are texts that
    /// differ only in capitals.
    static let candidateLimit = 256

    private var children: [UInt64: Int32] = [:]
    /// Per node: texts that end there.
    private var ends: [[Int32]] = [[]]
    /// Per node: its longest proper suffix that is a node.
    private var fallbacks: [Int32] = [0]
    /// Per node: the nearest suffix at which texts end; 0 = none.
    private var outputs: [Int32] = [0]

    /// - Parameter texts: Empty texts are never found.
    init(_ texts: [[UInt8]]) {
        var order: [(node: Int32, parent: Int32, byte: UInt8, depth: Int32)] = []
        for (index, text) in texts.enumerated() {
            var node: Int32 = 0
            for (depth, byte) in text.enumerated() {
                if let next = children[Self.edge(node, byte)] {
                    node = next
                    continue
                }
                let next = Int32(ends.count)
                children[Self.edge(node, byte)] = next
                ends.append([])
                fallbacks.append(0)
                outputs.append(0)
                order.append((next, node, byte, Int32(depth)))
                node = next
            }
            if node != 0 { ends[Int(node)].append(Int32(index)) }
        }
        // Shorter prefixes first: a node needs the fallbacks of shorter ones.
        order.sort { $0.depth < $1.depth }
        for (node, parent, byte, depth) in order {
            let fallback = depth == 0 ? 0 : step(fallbacks[Int(parent)], byte)
            fallbacks[Int(node)] = fallback
            outputs[Int(node)] = ends[Int(fallback)].isEmpty ? outputs[Int(fallback)] : fallback
        }
    }

    /// Calls `body` with the index of each text that is contained in `text`, until `body` returns
    /// false.
    func forEachPart(of text: [UInt8], _ body: (Int) -> Bool) {
        var node: Int32 = 0
        var shown = 0
        for byte in text {
            node = step(node, byte)
            var output = ends[Int(node)].isEmpty ? outputs[Int(node)] : node
            while output != 0 {
                for index in ends[Int(output)] {
                    guard shown < Self.candidateLimit, body(Int(index)) else { return }
                    shown += 1
                }
                output = outputs[Int(output)]
            }
        }
    }

    private func step(_ node: Int32, _ byte: UInt8) -> Int32 {
        var node = node
        while true {
            if let next = children[Self.edge(node, byte)] { return next }
            guard node != 0 else { return 0 }
            node = fallbacks[Int(node)]
        }
    }

    private static func edge(_ node: Int32, _ byte: UInt8) -> UInt64 {
        UInt64(UInt32(bitPattern: node)) << 8 | UInt64(byte)
    }
}

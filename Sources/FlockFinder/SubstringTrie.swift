/// Finds which of many texts are parts of a text, in one pass over it.
///
/// Source: Aho and Corasick, Efficient string matching, 1975.
struct SubstringTrie {
    /// Candidates that are shown of one text. More of them are texts that differ in capitals alone.
    static let candidateLimit = 256

    private var children: [UInt64: Int32] = [:]
    /// By node: texts that end there.
    private var ends: [[Int32]] = [[]]
    /// By node: the longest proper suffix that is a node.
    private var fallbacks: [Int32] = [0]
    /// By node: the nearest suffix at which texts end; 0 = none.
    private var outputs: [Int32] = [0]

    /// - Parameter texts: Empty ones are parts of nothing.
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
        // Shorter ones first: what is behind a node is known when its longer ones need it.
        order.sort { $0.depth < $1.depth }
        for (node, parent, byte, depth) in order {
            let fallback = depth == 0 ? 0 : step(fallbacks[Int(parent)], byte)
            fallbacks[Int(node)] = fallback
            outputs[Int(node)] = ends[Int(fallback)].isEmpty ? outputs[Int(fallback)] : fallback
        }
    }

    /// Calls `body` with each of the texts that is a part of this one, until it returns false.
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

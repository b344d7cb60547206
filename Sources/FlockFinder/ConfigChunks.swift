/// How a text goes to a device: in one write, or in several between two markers.
package struct ConfigChunks: Sendable, Hashable {
    /// The bytes of a chunk that the real app sends, which devices are known to take.
    package static let longestChunk = 480
    package static let start = Array("CONFIG_START".utf8)
    package static let end = Array("CONFIG_END".utf8)

    /// The values to write, markers included, in their order.
    package let writes: [[UInt8]]
    /// Whether they stand between markers.
    package let isFramed: Bool

    /// - Parameters:
    ///   - text: A config; its first byte is `{`.
    ///   - mtu: The ATT MTU of the connection: no write is longer than one packet.
    ///   - longest: The longest chunk, bytes.
    ///   - isFramed: Whether even a text that fits into one write goes between markers.
    package init(_ text: [UInt8], mtu: Int, longest: Int = longestChunk, isFramed: Bool = false) {
        let limit = max(min(longest, mtu - 3), 8)
        guard isFramed || text.count > limit else {
            writes = [text]
            self.isFramed = false
            return
        }
        writes = [Self.start] + Self.cut(text, limit) + [Self.end]
        self.isFramed = true
    }

    /// Cuts between characters, and so that nothing but the first chunk could be taken for something else: a device may join
    /// texts, and may look at how each begins.
    private static func cut(_ text: [UInt8], _ limit: Int) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var from = 0
        while from < text.count {
            var to = min(from + limit, text.count)
            while to > from + 1, to < text.count, !isGoodBorder(text, to) { to -= 1 }
            // A text of nothing but braces, or of bytes that are no characters.
            if to == from + 1 { to = min(from + limit, text.count) }
            chunks.append(Array(text[from..<to]))
            from = to
        }
        return chunks
    }

    private static func isGoodBorder(_ text: [UInt8], _ index: Int) -> Bool {
        let rest = text[index...]
        return rest.first.map { $0 & 0xC0 != 0x80 && $0 != UInt8(ascii: "{") } ?? true
            && !rest.starts(with: start) && !rest.starts(with: end)
    }
}

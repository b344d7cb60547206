/// The writes in which a text goes to a device: one, or several between two markers.
package struct ConfigChunks: Sendable, Hashable {
    /// Longest chunk that the real app sends, in bytes; devices are known to accept it.
    package static let longestChunk = 480
    package static let start = Array("CONFIG_START".utf8)
    package static let end = Array("CONFIG_END".utf8)

    /// Values to write, in order, markers included.
    package let writes: [[UInt8]]
    /// Whether the chunks stand between markers.
    package let isFramed: Bool

    /// - Parameters:
    ///   - text: Config to send; its first byte is `{`.
    ///   - mtu: ATT MTU of the connection; no write is longer than one packet.
    ///   - longest: Longest chunk, in bytes.
    ///   - isFramed: Whether to use markers even for a text that fits into one write.
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

    /// Cuts between characters, and so that no chunk after the first begins with `{` or with a
    /// marker: a device may join chunks, and may look at how each begins.
    private static func cut(_ text: [UInt8], _ limit: Int) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var from = 0
        while from < text.count {
            var to = min(from + limit, text.count)
            while to > from + 1, to < text.count, !isGoodBorder(text, to) { to -= 1 }
            // The text is nothing but braces, or bytes that are not characters.
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

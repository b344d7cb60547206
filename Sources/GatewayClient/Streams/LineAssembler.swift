/// Assembles lines that arrive in pieces. Pure.
struct LineAssembler: Sendable {
    /// A line is longer than the limit.
    struct TooLong: Error, Sendable, Hashable {}

    private var rest: [UInt8] = []
    private let limit: Int

    /// - Parameter limit: Longest line, in bytes without its newline.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the last line is incomplete.
    var isInsideLine: Bool { !rest.isEmpty }

    /// Adds the next piece.
    ///
    /// - Returns: The lines that are complete now, each with its newline; may be empty.
    mutating func feed(_ piece: UnsafeRawBufferPointer) throws(TooLong) -> [UInt8] {
        guard let last = piece.lastIndex(of: UInt8(ascii: "\n")) else {
            guard rest.count + piece.count <= limit else { throw TooLong() }
            rest += piece
            return []
        }
        var lines = rest
        lines.reserveCapacity(rest.count + last + 1)
        lines += piece[...last]
        rest = Array(piece[(last + 1)...])
        guard rest.count <= limit else { throw TooLong() }
        return lines
    }
}

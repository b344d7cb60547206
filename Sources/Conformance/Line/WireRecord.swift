/// The last frames of both directions, for whoever reads of a failure.
struct WireRecord {
    /// Frames kept.
    static let capacity = 24
    /// Bytes shown of each.
    static let shown = 64

    private var lines: [String] = []

    /// The last `count` frames, oldest first: `>` to the dongle, `<` from it, as they are on the line without the zeros.
    func last(_ count: Int) -> [String] { Array(lines.suffix(count)) }

    /// Forgets what was before.
    mutating func clear() { lines.removeAll(keepingCapacity: true) }

    mutating func sent(_ bytes: [UInt8]) { add("> " + hexadecimal(bytes, limit: Self.shown)) }

    mutating func received(_ stretch: [UInt8]) { add("< 00 " + hexadecimal(stretch, limit: Self.shown) + " 00") }

    private mutating func add(_ line: String) {
        if lines.count == Self.capacity { lines.removeFirst() }
        lines.append(line)
    }
}

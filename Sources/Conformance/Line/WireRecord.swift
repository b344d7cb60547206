/// The last frames in both directions, shown with a failure.
struct WireRecord {
    /// Number of frames kept.
    static let capacity = 24
    /// Number of bytes shown of each frame.
    static let shown = 64

    private var lines: [String] = []

    /// Returns the last `count` frames, oldest first: `>` to the dongle, `<` from it, as on the
    /// line without the zeros.
    func last(_ count: Int) -> [String] { Array(lines.suffix(count)) }

    /// Discards all frames.
    mutating func clear() { lines.removeAll(keepingCapacity: true) }

    mutating func sent(_ bytes: [UInt8]) { add("> " + hexadecimal(bytes, limit: Self.shown)) }

    mutating func received(_ stretch: [UInt8]) { add("< 00 " + hexadecimal(stretch, limit: Self.shown) + " 00") }

    private mutating func add(_ line: String) {
        if lines.count == Self.capacity { lines.removeFirst() }
        lines.append(line)
    }
}

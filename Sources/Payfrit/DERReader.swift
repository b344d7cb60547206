/// Walks over the elements of one level of DER, as certificates are written in. Ends where the bytes are no such element.
struct DERReader {
    struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The tag of the element that comes next.
    var nextTag: UInt8? { rest.first }

    /// Nil where there is no further element, or not a whole one.
    mutating func next() -> Element? {
        guard let tag = rest.popFirst(), let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            // Certificates are shorter than what four bytes can say.
            let count = Int(first & 0x7F)
            guard (1...4).contains(count), rest.count >= count else { return nil }
            length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(count)
        }
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return Element(tag: tag, content: rest.prefix(length))
    }
}

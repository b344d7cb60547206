/// Iterates over the elements of one level of DER, the encoding of certificates. Ends at bytes that
/// are not an element.
struct DERReader {
    struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Tag of the next element.
    var nextTag: UInt8? { rest.first }

    /// Nil if there is no further element, or only part of one.
    mutating func next() -> Element? {
        guard let tag = rest.popFirst(), let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            // Certificates are shorter than the limit of a four-byte length.
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

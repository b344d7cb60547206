/// Text in natural order: digits compare by the value of their number, so that "Table 9" comes
/// before "Table 10".
struct NaturalOrder: Comparable, Sendable {
    private let parts: [Part]

    private enum Part: Comparable, Sendable {
        /// A number without leading zeros. The count of digits comes first, so that comparison is
        /// by value.
        case number(digits: Int, String)
        case text(String)
    }

    init(_ text: String) {
        var parts: [Part] = []
        var rest = Substring(text)
        while let first = rest.first {
            let isDigit = Self.isDigit(first)
            let piece = rest.prefix { Self.isDigit($0) == isDigit }
            let value = piece.drop { $0 == "0" }
            parts.append(isDigit ? .number(digits: value.count, String(value)) : .text(String(piece)))
            rest = rest.dropFirst(piece.count)
        }
        self.parts = parts
    }

    static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

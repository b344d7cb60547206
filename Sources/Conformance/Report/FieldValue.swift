/// A field of a message: SPEC.md's name in snake_case, as in the vectors, and its value.
package struct Field: Sendable, Hashable {
    package let name: String
    package let value: FieldValue

    init(_ name: String, _ value: FieldValue) {
        self.name = name
        self.value = value
    }
}

/// The value of a field, for people and for JSON.
package indirect enum FieldValue: Sendable, Hashable {
    case number(Int64)
    case flag(Bool)
    case text(String)
    case bytes([UInt8])
    case fields([Field])
    case list([FieldValue])
}

extension FieldValue {
    /// Bytes of a value, and values of a list, that a text shows.
    private static let bytesShown = 16
    private static let valuesShown = 2

    /// The value on one line, with a bound on its length.
    package var words: String {
        switch self {
        case .number(let number): return "\(number)"
        case .flag(let flag): return flag ? "1" : "0"
        case .text(let text): return text
        case .bytes(let bytes): return bytes.isEmpty ? "empty" : hexadecimal(bytes, limit: Self.bytesShown)
        case .fields(let fields): return "{\(fields.words)}"
        case .list(let values):
            let shown = values.prefix(Self.valuesShown).map(\.words).joined(separator: ", ")
            let rest = values.count - Self.valuesShown
            return "[\(shown)\(rest > 0 ? " and \(rest) more" : "")]"
        }
    }
}

extension [Field] {
    /// The fields on one line.
    package var words: String { map { "\($0.name) \($0.value.words)" }.joined(separator: ", ") }
}

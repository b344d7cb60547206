/// Reads one JSON text, strictly by RFC 8259: Foundation's decoder accepts `[1,]` and unescaped
/// line ends in strings, and does not say where a text is wrong.
struct JSONReader {
    private static let depthLimit = 64

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONFault) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw fault("the end of the text") }
        return value
    }

    private mutating func value() throws(JSONFault) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(JSONFault) in .object(try reader.members()) }
        case UInt8(ascii: "["): return try nested { reader throws(JSONFault) in .array(try reader.elements()) }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number(try number())
        default: throw fault("a value")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONFault) -> JSONValue
    ) throws(JSONFault) -> JSONValue {
        guard depth < Self.depthLimit else { throw fault("at most \(Self.depthLimit) nested values") }
        depth += 1
        position += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func members() throws(JSONFault) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return members }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a key in quotes") }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon") }
            members.append(JSONValue.Member(name: name, value: try value()))
            skipSpace()
            if take(UInt8(ascii: "}")) { return members }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or }") }
        }
    }

    private mutating func elements() throws(JSONFault) -> [JSONValue] {
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value())
            skipSpace()
            if take(UInt8(ascii: "]")) { return elements }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or ]") }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        guard matches else { throw fault("a value") }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(JSONFault) -> String {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONFault) {
        let start = position
        while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
        guard position > start else { throw fault("a digit") }
    }

    private mutating func string() throws(JSONFault) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                // Text in another encoding is refused rather than altered.
                guard let string = String(validating: text, as: UTF8.self) else { throw fault("text in UTF-8") }
                position += 1
                return string
            case UInt8(ascii: "\\"): text += try escaped()
            case 0x00..<0x20: throw fault("no control character within a text")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw fault("the closing quote of a text")
    }

    private mutating func escaped() throws(JSONFault) -> [UInt8] {
        position += 1
        guard let byte = next else { throw fault("an escaped character") }
        let plain: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = byte
        case UInt8(ascii: "b"): plain = 0x08
        case UInt8(ascii: "f"): plain = 0x0C
        case UInt8(ascii: "n"): plain = 0x0A
        case UInt8(ascii: "r"): plain = 0x0D
        case UInt8(ascii: "t"): plain = 0x09
        case UInt8(ascii: "u"):
            position += 1
            return Array(String(Character(try scalar())).utf8)
        default: throw fault("an escaped character")
        }
        position += 1
        return [plain]
    }

    /// Reads one character, written as `\uXXXX` or as a surrogate pair of these; the first `\u` has
    /// been read.
    private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
        let start = position
        let unit = try unit()
        if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
        if UTF16.isLeadSurrogate(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let second = try self.unit()
            if UTF16.isTrailSurrogate(second) { return UTF16.decode(UTF16.EncodedScalar([unit, second])) }
        }
        position = start
        throw fault("a complete character")
    }

    private mutating func unit() throws(JSONFault) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let next, let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
                throw fault("four hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    // MARK: Helpers

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { position += 1 }
    }

    private func fault(_ expected: String) -> JSONFault {
        let before = bytes[..<min(position, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Continuation bytes of a character do not count.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return JSONFault(line: line, column: column, expected: expected)
    }
}

/// A place in a TOML text that goes forward, counting lines.
struct TOMLCursor {
    private let bytes: [UInt8]
    private var position = 0
    /// Counted from 1.
    private(set) var line = 1

    /// A byte order mark is passed over.
    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next byte; nil at the end.
    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Whether nothing but a comment is left of the line.
    var isAtLineEnd: Bool {
        switch byte {
        case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"): true
        default: false
        }
    }

    /// Where the first control character is that TOML does not allow; nil without one.
    var lineOfControlCharacter: Int? {
        var line = 1
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: "\t"): break
            case UInt8(ascii: "\r"):
                guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\n") else { return line }
            case 0..<0x20, 0x7F: return line
            default: break
            }
        }
        return nil
    }

    /// Passes a text without line ends, if it is next.
    mutating func take(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    // MARK: What is passed over

    mutating func skipSpaces() {
        while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    }

    /// Blanks, lines and comments.
    mutating func skipBlanks() {
        while let byte {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: "#"): skipLine()
            default: return
            }
        }
    }

    /// What is left of the line, without its end.
    mutating func skipLine() {
        while let byte, byte != UInt8(ascii: "\n") { position += 1 }
    }

    // MARK: Words

    /// A key without quotes; empty where there is none.
    mutating func bareKey() -> String {
        take { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }

    /// A value without quotes and brackets, without the blanks behind it.
    mutating func word() -> String {
        var word = take { !Array(",]}#\r\n".utf8).contains($0) }
        while word.last == " " || word.last == "\t" { word.removeLast() }
        return word
    }

    private mutating func take(while isTaken: (UInt8) -> Bool) -> String {
        let start = position
        while let byte, isTaken(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A string of any of the four kinds; nil where it is not closed. A quote is next.
    mutating func text() -> String? {
        guard let quote = byte else { return nil }
        let isLiteral = quote == UInt8(ascii: "'")
        let isLong = bytes[position...].starts(with: [quote, quote, quote])
        position += isLong ? 3 : 1
        var text: [UInt8] = []
        while let byte {
            if byte == quote {
                let run = isLong ? bytes[position...].prefix(5).prefix { $0 == quote }.count : 1
                position += run
                // Up to two quotes may stand before the three that end it.
                if !isLong || run >= 3 { return String(decoding: text, as: UTF8.self) }
                text += Array(repeating: quote, count: run)
            } else if byte == UInt8(ascii: "\\"), !isLiteral {
                escape(into: &text)
            } else {
                if byte == UInt8(ascii: "\n") {
                    guard isLong else { return nil }
                    line += 1
                }
                text.append(byte)
                position += 1
            }
        }
        return nil
    }

    /// What stands behind a backslash. An escape that is none is left to the parser.
    private mutating func escape(into text: inout [UInt8]) {
        position += 1
        // A line's end after a backslash is left for the caller, who counts lines.
        guard let letter = byte, letter != UInt8(ascii: "\n") else { return }
        position += 1
        let digits = [UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][letter] ?? 0
        if digits > 0 {
            let end = min(position + digits, bytes.count)
            let code = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
            guard let scalar = code.flatMap(Unicode.Scalar.init) else { return }
            text += Array(String(Character(scalar)).utf8)
            position = end
            return
        }
        let plain: [UInt8: UInt8] = [
            UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "f"): 12,
            UInt8(ascii: "r"): 13,
        ]
        text.append(plain[letter] ?? letter)
    }
}

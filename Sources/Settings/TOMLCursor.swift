/// A position in a TOML text. It moves forward and counts lines.
struct TOMLCursor {
    private let bytes: [UInt8]
    private var position = 0
    /// Line, from 1.
    private(set) var line = 1

    /// Skips a byte order mark.
    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next byte; nil at the end.
    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Whether the rest of the line is empty or a comment.
    var isAtLineEnd: Bool {
        switch byte {
        case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"): true
        default: false
        }
    }

    /// Line of the first control character that TOML does not allow; nil if there is none.
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

    /// Skips the text if it is next. It must not contain line ends.
    mutating func take(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    // MARK: Skipping

    mutating func skipSpaces() {
        while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    }

    /// Skips blanks, line ends and comments.
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

    /// Skips the rest of the line, but not its end.
    mutating func skipLine() {
        while let byte, byte != UInt8(ascii: "\n") { position += 1 }
    }

    // MARK: Words

    /// Reads a key without quotes; empty if there is none.
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

    /// Reads a value without quotes and brackets, and without the blanks after it.
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

    /// Reads a string of any of the four kinds, whose quote is next; nil if it is not closed.
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
                // Up to two quotes may precede the three that close the string.
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

    /// Reads the text after a backslash. Invalid escapes are left to the parser.
    private mutating func escape(into text: inout [UInt8]) {
        position += 1
        // The caller handles a line end after a backslash, because the caller counts lines.
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

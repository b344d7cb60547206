/// On which lines the keys of a TOML text are, which its parser does not say.
///
/// For a text that is not TOML it says something, and ends.
struct TOMLKeyLines {
    /// A key that is set a second time.
    struct Repetition: Hashable {
        let path: [String]
        let line: Int
        let firstLine: Int
    }

    /// Deeper values are passed over; the parser refuses them.
    private static let depthLimit = 256

    /// The first line of each key and table, implied ones included. Counted from 1.
    private(set) var first: [[String]: Int] = [:]
    /// In the order of the text. Those inside of arrays of tables are no mistake.
    private(set) var repetitions: [Repetition] = []

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var assigned: [[String]: Int] = [:]

    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        scan()
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func scan() {
        var table: [String] = []
        while true {
            skipBlanks()
            guard let byte else { return }
            let start = line
            if byte == UInt8(ascii: "[") {
                let brackets = startsWith("[[") ? 2 : 1
                position += brackets
                table = keyPath()
                note(table, at: start)
                if brackets == 1, !table.isEmpty { assign(table, at: start) }
                skipLine()
            } else {
                assignment(in: table, depth: 0)
                skipLine()
            }
        }
    }

    /// `key = value`; passes at least one byte.
    private mutating func assignment(in table: [String], depth: Int) {
        let (start, startLine) = (position, line)
        let key = keyPath()
        skipSpaces()
        guard !key.isEmpty, byte == UInt8(ascii: "=") else {
            position = max(position, start + 1)
            return
        }
        position += 1
        note(table + key, at: startLine)
        assign(table + key, at: startLine)
        skipSpaces()
        value(of: table + key, depth: depth)
    }

    private mutating func note(_ path: [String], at line: Int) {
        for length in path.indices where first[Array(path[...length])] == nil { first[Array(path[...length])] = line }
    }

    private mutating func assign(_ path: [String], at line: Int) {
        if let firstLine = assigned[path] {
            repetitions.append(Repetition(path: path, line: line, firstLine: firstLine))
        } else {
            assigned[path] = line
        }
    }

    private mutating func value(of path: [String], depth: Int) {
        guard depth < TOMLKeyLines.depthLimit else {
            position = bytes.count
            return
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = string()
        case UInt8(ascii: "["):
            members(until: UInt8(ascii: "]")) { $0.value(of: path, depth: depth + 1) }
        case UInt8(ascii: "{"):
            members(until: UInt8(ascii: "}")) { $0.assignment(in: path, depth: depth + 1) }
        default:
            while let byte, !Array(",]}#\n".utf8).contains(byte) { position += 1 }
        }
    }

    /// What is between brackets, or as much as there is of it.
    private mutating func members(until end: UInt8, _ member: (inout Self) -> Void) {
        position += 1
        while true {
            skipBlanks()
            guard let byte else { return }
            if byte == end {
                position += 1
                return
            }
            let start = position
            if byte != UInt8(ascii: ",") { member(&self) }
            if position == start { position += 1 }
        }
    }

    // MARK: Words

    /// A dotted key; empty where there is none.
    private mutating func keyPath() -> [String] {
        var path: [String] = []
        while true {
            skipSpaces()
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): path.append(string())
            default:
                let start = position
                while let byte, TOMLKeyLines.isBare(byte) { position += 1 }
                guard position > start else { return path }
                path.append(String(decoding: bytes[start..<position], as: UTF8.self))
            }
            skipSpaces()
            guard byte == UInt8(ascii: ".") else { return path }
            position += 1
        }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
            true
        default: false
        }
    }

    /// A string of any of the four kinds, without its escapes resolved except in a basic one.
    private mutating func string() -> String {
        let quote = bytes[position]
        let isLiteral = quote == UInt8(ascii: "'")
        let isLong = position + 2 < bytes.count && bytes[position + 1] == quote && bytes[position + 2] == quote
        position += isLong ? 3 : 1
        var text: [UInt8] = []
        while let byte {
            if byte == quote {
                guard isLong else {
                    position += 1
                    break
                }
                let run = bytes[position...].prefix { $0 == quote }.count
                position += run
                // Up to two quotes may stand before the three that end it.
                if run >= 3 { break }
                text += Array(repeating: quote, count: run)
            } else if byte == UInt8(ascii: "\\"), !isLiteral {
                escape(into: &text)
            } else {
                if byte == UInt8(ascii: "\n") {
                    // A string that is not long ends with its line at the latest.
                    guard isLong else { break }
                    line += 1
                }
                text.append(byte)
                position += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape(into text: inout [UInt8]) {
        position += 1
        guard let letter = byte else { return }
        // A line's end after a backslash is left for the caller, who counts lines.
        guard letter != UInt8(ascii: "\n") else { return }
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

    // MARK: What is passed over

    private func startsWith(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func skipSpaces() {
        while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    }

    /// Blanks, lines and comments.
    private mutating func skipBlanks() {
        while let byte {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: "#"):
                while let byte = self.byte, byte != UInt8(ascii: "\n") { position += 1 }
            default: return
            }
        }
    }

    private mutating func skipLine() {
        while let byte, byte != UInt8(ascii: "\n") { position += 1 }
    }
}

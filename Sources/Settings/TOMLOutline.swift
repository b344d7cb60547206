/// Keys of a TOML text with their lines, which the parser does not report, and errors in the text.
///
/// The parser ends the process at some texts that are not TOML (`[=]`, `a = [}`, dates with other
/// characters in them). A text without ``faults`` is safe to parse. The parser still decides
/// whether it is valid TOML.
struct TOMLOutline {
    /// A key that is set a second time.
    struct Repetition: Hashable {
        let path: [String]
        let line: Int
        let firstLine: Int
    }

    struct Fault: Hashable {
        let line: Int
        /// A clause.
        let message: String
    }

    /// Deepest nesting of values that is accepted.
    private static let depthLimit = 32

    /// First line, from 1, of each key and table, including implied ones.
    private(set) var first: [[String]: Int] = [:]
    /// Repetitions, in the order of the text. Those inside arrays of tables are not errors.
    private(set) var repetitions: [Repetition] = []
    /// Faults, in the order of lines. A fault inside brackets is the last, since the end of the
    /// brackets cannot be found.
    private(set) var faults: [Fault] = []

    private var cursor: TOMLCursor
    private var assigned: [[String]: Int] = [:]

    init(_ text: String) {
        cursor = TOMLCursor(text)
        if let line = cursor.lineOfControlCharacter {
            faults.append(Fault(line: line, message: "there is a control character"))
        } else {
            scan()
        }
    }

    /// Reason why a statement ends early.
    private struct Broken: Error {
        let message: String
        var isInBrackets = false
    }

    private mutating func scan() {
        var table: [String] = []
        while true {
            cursor.skipBlanks()
            guard let byte = cursor.byte else { return }
            let line = cursor.line
            do {
                if byte == UInt8(ascii: "[") {
                    table = try header()
                } else {
                    try assignment(in: table, depth: 0)
                }
                cursor.skipSpaces()
                guard cursor.isAtLineEnd else { throw Broken(message: "only a comment may follow here") }
            } catch {
                let broken = error as? Broken
                faults.append(Fault(line: cursor.line, message: broken?.message ?? "\(error)"))
                if broken?.isInBrackets != false { return }
                // An unclosed string has already consumed the end of its line.
                if cursor.line == line { cursor.skipLine() }
            }
        }
    }

    /// Reads `[table]` or `[[table]]`.
    private mutating func header() throws -> [String] {
        let line = cursor.line
        let brackets = cursor.take("[[") ? 2 : 1
        if brackets == 1 { _ = cursor.take("[") }
        let path = try keyPath()
        guard cursor.take(brackets == 2 ? "]]" : "]") else {
            throw Broken(message: "\(brackets == 2 ? "]]" : "]") is missing after the table's name")
        }
        note(path, at: line)
        if brackets == 1 { assign(path, at: line) }
        return path
    }

    /// Reads `key = value`.
    private mutating func assignment(in table: [String], depth: Int) throws {
        let line = cursor.line
        let path = table + (try keyPath())
        guard cursor.take("=") else { throw Broken(message: "= is missing after \(path.last ?? "")") }
        note(path, at: line)
        assign(path, at: line)
        cursor.skipSpaces()
        try value(of: path, depth: depth)
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

    private mutating func value(of path: [String], depth: Int) throws {
        guard depth < TOMLOutline.depthLimit else {
            throw Broken(message: "values are nested too deeply", isInBrackets: true)
        }
        switch cursor.byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try text()
        case UInt8(ascii: "["): try members(until: "]") { try $0.value(of: path, depth: depth + 1) }
        case UInt8(ascii: "{"): try members(until: "}") { try $0.assignment(in: path, depth: depth + 1) }
        default:
            let word = cursor.word()
            guard !word.isEmpty else { throw Broken(message: "a value is missing") }
            guard TOMLOutline.isValue(word) else {
                throw Broken(message: "\(word.prefix(40)) is not a value; put a string in quotes")
            }
        }
    }

    /// Reads the members between brackets, separated by commas.
    private mutating func members(until end: String, _ member: (inout Self) throws -> Void) throws {
        _ = cursor.take(end == "]" ? "[" : "{")
        do {
            while true {
                cursor.skipBlanks()
                if cursor.take(end) { return }
                try member(&self)
                cursor.skipBlanks()
                guard !cursor.take(",") else { continue }
                guard cursor.take(end) else { throw Broken(message: ", or \(end) is missing") }
                return
            }
        } catch let broken as Broken {
            throw Broken(message: broken.message, isInBrackets: true)
        }
    }

    /// Reads a dotted key and the blanks after it.
    private mutating func keyPath() throws -> [String] {
        var path: [String] = []
        repeat {
            cursor.skipSpaces()
            let isQuoted = cursor.byte == UInt8(ascii: "\"") || cursor.byte == UInt8(ascii: "'")
            let name = isQuoted ? try text() : cursor.bareKey()
            guard isQuoted || !name.isEmpty else { throw Broken(message: "a name was expected here") }
            path.append(name)
            cursor.skipSpaces()
        } while cursor.take(".")
        return path
    }

    private mutating func text() throws -> String {
        guard let text = cursor.text() else { throw Broken(message: "a string is not closed") }
        return text
    }

    /// Whether a word without quotes is a boolean, a number, a date or a time.
    ///
    /// Source: TOML 1.0.0, toml.abnf.
    private static func isValue(_ word: String) -> Bool {
        guard word.utf8.count <= 64 else { return false }
        let number =
            #/[+-]?(inf|nan|(0|[1-9](_?[0-9])*)(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?)/#
        let digits = #/0x[0-9A-Fa-f](_?[0-9A-Fa-f])*|0o[0-7](_?[0-7])*|0b[01](_?[01])*/#
        let time = #/[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?/#
        let date =
            #/[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})?)?/#
        return word == "true" || word == "false" || word.wholeMatch(of: number) != nil
            || word.wholeMatch(of: digits) != nil || word.wholeMatch(of: time) != nil
            || word.wholeMatch(of: date) != nil
    }
}

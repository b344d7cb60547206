extension DeviceJSON {
    /// Reason why a text is refused.
    enum Fault: Error, Sendable, Hashable {
        case syntax
        case poolFull
    }

    /// Memory that a document needs on the device.
    ///
    /// It is counted like in the library: 16 bytes per value, plus each different text or key once
    /// with one byte at its end. The count agrees with what the firmware accepted in 8,192 bytes:
    /// 105 MAC prefixes alone, or 82 together with the other factory lists.
    struct Pool {
        private static let slot = 16
        private let limit: Int?
        private var used = 0
        private var texts: Set<[UInt8]> = []

        /// - Parameter limit: Size in bytes; nil = no limit.
        init(limit: Int?) {
            self.limit = limit
        }

        mutating func addValue() throws(Fault) { try add(Pool.slot) }

        mutating func add(_ text: [UInt8]) throws(Fault) {
            guard limit != nil, texts.insert(text).inserted else { return }
            try add(text.count + 1)
        }

        private mutating func add(_ count: Int) throws(Fault) {
            used += count
            if let limit, used > limit { throw .poolFull }
        }
    }

    /// Reads the value at the beginning of a text. The rest of the text is ignored.
    ///
    /// - Parameter poolLimit: Size of the memory in bytes; nil = no limit.
    init(reading bytes: [UInt8], poolLimit: Int? = nil) throws(Fault) {
        var reader = Reader(bytes: bytes, pool: Pool(limit: poolLimit))
        self = try reader.value(depth: 0)
    }

    private struct Reader {
        /// Largest number of nested lists and objects. Source: the library's default.
        private static let deepest = 10

        let bytes: [UInt8]
        var pool: Pool
        private var position = 0

        init(bytes: [UInt8], pool: Pool) {
            self.bytes = bytes
            self.pool = pool
        }

        /// - Parameter depth: Number of lists and objects around the value.
        mutating func value(depth: Int) throws(Fault) -> DeviceJSON {
            switch try next() {
            case UInt8(ascii: "{"): return .object(try object(depth: depth))
            case UInt8(ascii: "["): return .list(try list(depth: depth))
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let text = try quoted()
                try pool.add(text)
                return .text(text)
            default: return try word()
            }
        }

        private mutating func object(depth: Int) throws(Fault) -> [Member] {
            guard depth < Reader.deepest else { throw .syntax }
            position += 1
            var members: [Member] = []
            guard try next() != UInt8(ascii: "}") else {
                position += 1
                return members
            }
            while true {
                let key = try key()
                try take(":")
                if let place = members.firstIndex(where: { $0.key == key }) {
                    members[place].value = try value(depth: depth + 1)
                } else {
                    try pool.add(key)
                    try pool.addValue()
                    members.append(Member(key: key, value: try value(depth: depth + 1)))
                }
                guard try isMore(before: "}") else { return members }
            }
        }

        private mutating func list(depth: Int) throws(Fault) -> [DeviceJSON] {
            guard depth < Reader.deepest else { throw .syntax }
            position += 1
            var elements: [DeviceJSON] = []
            guard try next() != UInt8(ascii: "]") else {
                position += 1
                return elements
            }
            while true {
                try pool.addValue()
                elements.append(try value(depth: depth + 1))
                guard try isMore(before: "]") else { return elements }
            }
        }

        /// Skips a comma or the closing bracket; true for a comma.
        private mutating func isMore(before end: Unicode.Scalar) throws(Fault) -> Bool {
            let byte = try next()
            position += 1
            guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: end) else { throw .syntax }
            return byte == UInt8(ascii: ",")
        }

        private mutating func take(_ character: Unicode.Scalar) throws(Fault) {
            guard try next() == UInt8(ascii: character) else { throw .syntax }
            position += 1
        }

        /// Skips blanks and returns the byte after them, without consuming it.
        private mutating func next() throws(Fault) -> UInt8 {
            while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
            guard position < bytes.count else { throw .syntax }
            return bytes[position]
        }

        // MARK: Words and numbers

        /// Reads a key, with or without quotation marks.
        private mutating func key() throws(Fault) -> [UInt8] {
            let first = try next()
            guard first != UInt8(ascii: "\""), first != UInt8(ascii: "'") else { return try quoted() }
            let key = run { Reader.isLetter($0) || Reader.isDigit($0) || $0 == UInt8(ascii: "_") }
            guard !key.isEmpty else { throw .syntax }
            return key
        }

        private mutating func word() throws(Fault) -> DeviceJSON {
            let word = String(
                decoding: run {
                    Reader.isLetter($0) || Reader.isDigit($0)
                        || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains($0)
                }, as: UTF8.self)
            switch word {
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "null": return .null
            default:
                if let integer = Int64(word) { return .integer(integer) }
                // Swift also accepts words such as "inf" and hexadecimal digits as numbers; the
                // library does not.
                guard word.utf8.allSatisfy({ !Reader.isLetter($0) || $0 | 0x20 == UInt8(ascii: "e") }),
                    let number = Double(word), number.isFinite
                else { throw .syntax }
                return .fraction(number)
            }
        }

        /// Consumes and returns the bytes that fit.
        private mutating func run(_ fits: (UInt8) -> Bool) -> [UInt8] {
            let run = Array(bytes[position...].prefix(while: fits))
            position += run.count
            return run
        }

        private static func isLetter(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

        // MARK: Texts

        /// Reads the text between two quotation marks of the same kind, whatever bytes it contains.
        private mutating func quoted() throws(Fault) -> [UInt8] {
            let mark = bytes[position]
            position += 1
            var text: [UInt8] = []
            // Ten bits of a high surrogate, kept until its low surrogate comes, which may be never.
            var highSurrogate: UInt32 = 0
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                switch byte {
                case mark: return text
                case UInt8(ascii: "\\"): text += try escaped(&highSurrogate)
                default: text.append(byte)
                }
            }
            throw .syntax
        }

        private mutating func escaped(_ highSurrogate: inout UInt32) throws(Fault) -> [UInt8] {
            guard position < bytes.count else { throw .syntax }
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "n"): return [0x0A]
            case UInt8(ascii: "r"): return [0x0D]
            case UInt8(ascii: "t"): return [0x09]
            case UInt8(ascii: "b"): return [0x08]
            case UInt8(ascii: "f"): return [0x0C]
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
            case UInt8(ascii: "u"): break
            default: throw .syntax
            }
            let unit = try codeUnit()
            switch unit {
            case 0xD800..<0xDC00:
                highSurrogate = unit & 0x3FF
                return []
            case 0xDC00..<0xE000:
                let point = 0x10000 + (highSurrogate << 10 | unit & 0x3FF)
                return Unicode.Scalar(point).map { Array(String($0).utf8) } ?? []
            default: return Unicode.Scalar(unit).map { Array(String($0).utf8) } ?? []
            }
        }

        private mutating func codeUnit() throws(Fault) -> UInt32 {
            let digits = bytes[position...].prefix(4)
            position += digits.count
            guard digits.count == 4, digits.allSatisfy(Reader.isHexadecimal),
                let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw .syntax }
            return value
        }

        private static func isHexadecimal(_ byte: UInt8) -> Bool {
            isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        }
    }
}

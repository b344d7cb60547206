extension DeviceJSON {
    /// Why a text is not taken.
    enum Fault: Error, Sendable, Hashable {
        case syntax
        case poolFull
    }

    /// The memory that a document takes on the device.
    ///
    /// Assumed, after the library that the firmware uses: 16 bytes a value, and each different text once, with a byte at its
    /// end. It fits the one figure there is: with the other lists as they come from the factory, 8,192 bytes are full at 83
    /// MAC prefixes.
    struct Pool {
        private static let slot = 16
        private let limit: Int?
        private var used = 0
        private var texts: Set<String> = []

        /// - Parameter limit: In bytes; nil = there is none.
        init(limit: Int?) {
            self.limit = limit
        }

        mutating func addValue() throws(Fault) { try add(Pool.slot) }

        mutating func add(_ text: String) throws(Fault) {
            guard limit != nil, texts.insert(text).inserted else { return }
            try add(text.utf8.count + 1)
        }

        private mutating func add(_ count: Int) throws(Fault) {
            used += count
            if let limit, used > limit { throw .poolFull }
        }
    }

    /// Reads the value that a text begins with. What stands after it is not looked at.
    ///
    /// - Parameter poolLimit: In bytes; nil = there is no limit.
    init(reading bytes: [UInt8], poolLimit: Int? = nil) throws(Fault) {
        var reader = Reader(bytes: bytes, pool: Pool(limit: poolLimit))
        self = try reader.value(depth: 0)
    }

    private struct Reader {
        /// Lists and objects within each other. Source: the library's default.
        private static let deepest = 10

        let bytes: [UInt8]
        var pool: Pool
        private var position = 0

        init(bytes: [UInt8], pool: Pool) {
            self.bytes = bytes
            self.pool = pool
        }

        mutating func value(depth: Int) throws(Fault) -> DeviceJSON {
            guard depth <= Reader.deepest else { throw .syntax }
            switch try next() {
            case UInt8(ascii: "{"): return try object(depth: depth)
            case UInt8(ascii: "["): return try list(depth: depth)
            case UInt8(ascii: "\""): return .text(try text())
            default: return try word()
            }
        }

        private mutating func object(depth: Int) throws(Fault) -> DeviceJSON {
            position += 1
            var members: [Member] = []
            guard try next() != UInt8(ascii: "}") else {
                position += 1
                return .object(members)
            }
            while true {
                guard try next() == UInt8(ascii: "\"") else { throw .syntax }
                let key = try text()
                try take(":")
                try pool.addValue()
                members.append(Member(key: key, value: try value(depth: depth + 1)))
                guard try isMore(before: "}") else { return .object(members) }
            }
        }

        private mutating func list(depth: Int) throws(Fault) -> DeviceJSON {
            position += 1
            var elements: [DeviceJSON] = []
            guard try next() != UInt8(ascii: "]") else {
                position += 1
                return .list(elements)
            }
            while true {
                try pool.addValue()
                elements.append(try value(depth: depth + 1))
                guard try isMore(before: "]") else { return .list(elements) }
            }
        }

        /// Steps over a comma or the end.
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

        /// The byte after any blanks, which is not stepped over.
        private mutating func next() throws(Fault) -> UInt8 {
            while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
            guard position < bytes.count else { throw .syntax }
            return bytes[position]
        }

        // MARK: Values

        private mutating func word() throws(Fault) -> DeviceJSON {
            let start = position
            while position < bytes.count, Reader.isOfWord(bytes[position]) { position += 1 }
            let word = String(decoding: bytes[start..<position], as: UTF8.self)
            switch word {
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "null": return .null
            default:
                guard let number = Double(word), number.isFinite else { throw .syntax }
                return .number(number)
            }
        }

        private static func isOfWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "E"),
                UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
                true
            default: false
            }
        }

        private mutating func text() throws(Fault) -> String {
            position += 1
            var units: [UInt8] = []
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                switch byte {
                case UInt8(ascii: "\""):
                    // What is no UTF-8 shows as the replacement character.
                    let text = String(decoding: units, as: UTF8.self)
                    try pool.add(text)
                    return text
                case UInt8(ascii: "\\"): units += try escaped()
                default: units.append(byte)
                }
            }
            throw .syntax
        }

        private mutating func escaped() throws(Fault) -> [UInt8] {
            guard position < bytes.count else { throw .syntax }
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "n"): return [0x0A]
            case UInt8(ascii: "r"): return [0x0D]
            case UInt8(ascii: "t"): return [0x09]
            case UInt8(ascii: "b"): return [0x08]
            case UInt8(ascii: "f"): return [0x0C]
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
            case UInt8(ascii: "u"): return Array(String(try codePoint()).utf8)
            default: throw .syntax
            }
        }

        /// The four digits after `\u`, or the two pairs of four of a character beyond 0xFFFF.
        private mutating func codePoint() throws(Fault) -> Unicode.Scalar {
            let first = try codeUnit()
            if let scalar = Unicode.Scalar(first) { return scalar }
            guard (0xD800..<0xDC00).contains(first), position + 1 < bytes.count,
                bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
            else { return "\u{FFFD}" }
            position += 2
            let second = try codeUnit()
            guard (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
            return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
        }

        private mutating func codeUnit() throws(Fault) -> UInt32 {
            guard position + 4 <= bytes.count else { throw .syntax }
            let digits = bytes[position..<position + 4]
            position += 4
            guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else { throw .syntax }
            return value
        }
    }
}

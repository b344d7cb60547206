/// Writes JSON objects into bytes, with keys in the given order.
///
/// Designed for streams of many small objects: it makes no intermediate strings. It places the
/// commas; the caller must not repeat keys.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Returns the bytes written so far and removes them. Call this between lines.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Writes one object and a newline.
    package mutating func line(_ body: (inout JSONWriter) -> Void) {
        element(body)
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Writes an object, as an element of an array or at the top level.
    package mutating func element(_ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes a string as an element of an array.
    package mutating func element(_ text: String) {
        separate()
        quote { $0.escape(text) }
    }

    /// Writes a number as an element of an array.
    package mutating func element(_ number: some BinaryInteger) {
        separate()
        decimal(number)
        needsComma = true
    }

    /// Writes bytes as a string of lowercase hexadecimal digits.
    package mutating func element(_ data: [UInt8]) {
        separate()
        quote { $0.hexadecimal(data) }
    }

    package mutating func element(_ flag: Bool) {
        separate()
        append(flag ? "true" : "false")
        needsComma = true
    }

    /// Writes a key that only the data know; its value must follow, as one element.
    package mutating func key(named name: String) {
        separate()
        quote { $0.escape(name) }
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        element(body)
    }

    package mutating func array(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        list(body)
    }

    /// Writes an array, as an element of another or behind ``key(named:)``.
    package mutating func list(_ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    package mutating func field(_ name: StaticString, _ text: String) {
        key(name)
        quote { $0.escape(text) }
    }

    /// Writes nothing for nil.
    package mutating func field(_ name: StaticString, _ text: String?) {
        if let text { field(name, text) }
    }

    /// Writes a value as the text that describes it.
    package mutating func field(_ name: StaticString, text value: some CustomStringConvertible) {
        field(name, value.description)
    }

    /// Writes nothing for nil.
    package mutating func field(_ name: StaticString, text value: (some CustomStringConvertible)?) {
        if let value { field(name, value.description) }
    }

    package mutating func field(_ name: StaticString, _ number: some BinaryInteger) {
        key(name)
        decimal(number)
        needsComma = true
    }

    package mutating func null(_ name: StaticString) {
        key(name)
        append("null")
        needsComma = true
    }

    package mutating func field(_ name: StaticString, _ flag: Bool) {
        key(name)
        append(flag ? "true" : "false")
        needsComma = true
    }

    /// Writes a number with three decimals, or null if JSON cannot represent it.
    package mutating func field(_ name: StaticString, thousandths number: Double) {
        field(name, number, decimals: 3)
    }

    /// Writes a number with 1...9 decimals, or null if JSON cannot represent it.
    package mutating func field(_ name: StaticString, _ number: Double, decimals: Int) {
        key(name)
        var unit: UInt64 = 1
        for _ in 0..<decimals { unit *= 10 }
        if let scaled = Int64(exactly: (number * Double(unit)).rounded()) {
            if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
            decimal(scaled.magnitude / unit)
            bytes.append(UInt8(ascii: "."))
            padded(scaled.magnitude % unit, digits: decimals)
        } else {
            append("null")
        }
        needsComma = true
    }

    /// Writes a string whose text needs no escaping: digits, hexadecimal digits and punctuation.
    package mutating func field(_ name: StaticString, plain body: (inout JSONWriter) -> Void) {
        key(name)
        quote(body)
    }

    /// Writes the members of an object that was encoded elsewhere on one line.
    package mutating func members(of object: some Collection<UInt8>) {
        guard object.count > 2 else { return }
        separate()
        bytes.append(contentsOf: object.dropFirst().dropLast())
        needsComma = true
    }

    // MARK: Parts of a plain string

    /// Appends ASCII text without escaping.
    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends the lowest `digits` hexadecimal digits, in lower case unless `uppercase` is set.
    package mutating func hexadecimal(_ value: UInt64, digits: Int, uppercase: Bool = false) {
        var shift = digits * 4
        while shift > 0 {
            shift -= 4
            bytes.append(JSONWriter.digit(UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 0xF, uppercase))
        }
    }

    /// Appends two lowercase digits per byte.
    package mutating func hexadecimal(_ data: [UInt8]) {
        for byte in data {
            bytes.append(JSONWriter.digit(byte >> 4, false))
            bytes.append(JSONWriter.digit(byte & 0xF, false))
        }
    }

    /// Appends a decimal number, padded with zeros to `digits`.
    package mutating func padded(_ value: UInt64, digits: Int) {
        var unit: UInt64 = 1
        for _ in 1..<digits { unit *= 10 }
        while unit > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(value / unit % 10))
            unit /= 10
        }
    }

    // MARK: Internals

    private static func digit(_ value: UInt8, _ uppercase: Bool) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: uppercase ? "A" : "a") + value - 10
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func quote(_ body: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "\""))
        body(&self)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Escapes a text. Source: RFC 8259, 7. DEL, U+2028 and U+2029, which other formats treat
    /// specially, need no escape.
    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: append("\\n")
            case 0x00..<0x20:
                append("\\u00")
                hexadecimal(UInt64(byte), digits: 2)
            default: bytes.append(byte)
            }
        }
    }

    private mutating func decimal(_ number: some BinaryInteger) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = UInt64(number.magnitude)
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}

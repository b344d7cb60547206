/// A JSON text as it stands: order, repeated keys and the digits of numbers are kept.
package enum JSONValue: Sendable, Hashable {
    case object([Member])
    case array([JSONValue])
    case string(String)
    /// Its digits; ``integer`` and ``double`` read them.
    case number(String)
    case bool(Bool)
    case null

    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSONValue
    }

    /// Its members, where it is an object.
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// Its number, where it is a whole one that fits.
    package var integer: Int? {
        guard case .number(let digits) = self else { return nil }
        return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
    }

    /// Its number, where it is one that is not infinite.
    package var double: Double? {
        guard case .number(let digits) = self else { return nil }
        return Double(digits).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The last member of that name, as most readers have it; nil where there is none, or this is no object.
    package subscript(_ name: String) -> JSONValue? { members?.last { $0.name == name }?.value }

    /// Reads a text that is one JSON value, and nothing else but white space.
    ///
    /// - Throws: ``JSONFault`` at the first byte that is wrong. More than 64 values within one another are wrong too.
    package init(parsing bytes: some Collection<UInt8>) throws(JSONFault) {
        var reader = JSONReader(Array(bytes))
        self = try reader.document()
    }
}

/// Where a text stops being JSON, and what should stand there.
package struct JSONFault: Error, Sendable, Hashable {
    /// From 1.
    package let line: Int
    /// From 1, in characters.
    package let column: Int
    /// As in "expected …".
    package let expected: String

    package init(line: Int, column: Int, expected: String) {
        self.line = line
        self.column = column
        self.expected = expected
    }
}

/// A JSON text as it is written: the order of members, repeated keys and the digits of numbers are
/// preserved.
package enum JSONValue: Sendable, Hashable {
    case object([Member])
    case array([JSONValue])
    case string(String)
    /// Digits of a number; ``integer`` and ``double`` convert them.
    case number(String)
    case bool(Bool)
    case null

    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSONValue
    }

    /// Members of an object; nil for other values.
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// Whole number that fits an `Int`; nil for other values.
    package var integer: Int? {
        guard case .number(let digits) = self else { return nil }
        return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
    }

    /// Finite number; nil for other values.
    package var double: Double? {
        guard case .number(let digits) = self else { return nil }
        return Double(digits).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Last member with this name, as in most readers; nil if there is none, or this is not an
    /// object.
    package subscript(_ name: String) -> JSONValue? { members?.last { $0.name == name }?.value }

    /// Reads a text that consists of one JSON value and white space.
    ///
    /// - Throws: ``JSONFault`` at the first wrong byte. More than 64 levels of nesting are an error
    ///   too.
    package init(parsing bytes: some Collection<UInt8>) throws(JSONFault) {
        var reader = JSONReader(Array(bytes))
        self = try reader.document()
    }
}

/// Position at which a text stops being JSON, and what was expected there.
package struct JSONFault: Error, Sendable, Hashable {
    /// Line, from 1.
    package let line: Int
    /// Column, from 1, in characters.
    package let column: Int
    /// Noun phrase that completes "expected …".
    package let expected: String

    package init(line: Int, column: Int, expected: String) {
        self.line = line
        self.column = column
        self.expected = expected
    }
}

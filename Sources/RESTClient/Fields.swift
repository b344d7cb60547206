import LineFormats

/// Members of one object of an answer, read tolerantly: keys in any case, numbers and truth values
/// as texts, and an empty text for an optional member that is missing.
package struct Fields<Failure: RESTError>: Sendable {
    /// Most entries of a list.
    package static var listLimit: Int { 10_000 }

    private let members: [JSONValue.Member]
    /// Position of the object in the answer, for errors. Contains nothing that the server wrote.
    private let place: String

    package init(members: [JSONValue.Member], place: String) {
        self.members = members
        self.place = place
    }

    package func malformed(_ key: String, _ what: String) -> Failure {
        Failure.malformed("\(place) \(key) \(what)")
    }

    /// Returns the last member with exactly this key; otherwise the last one whose key differs only
    /// in case.
    private func member(_ key: String) -> JSONValue? {
        let member =
            members.last { $0.name == key }
            ?? members.last { $0.name.utf8.count == key.utf8.count && $0.name.lowercased() == key.lowercased() }
        return member?.value
    }

    /// Nil also for null and for an empty text.
    private func value(_ key: String) -> JSONValue? {
        switch member(key) {
        case nil, .null, .string(""): nil
        case .some(let value): value
        }
    }

    package func needed<Value>(_ key: String, _ value: Value?) throws(Failure) -> Value {
        guard let value else { throw malformed(key, "is missing") }
        return value
    }

    // MARK: Objects

    package func optionalObject(_ key: String) throws(Failure) -> Fields? {
        guard let value = value(key) else { return nil }
        guard let members = value.members else { throw malformed(key, "is not an object") }
        return Fields(members: members, place: "\(place) \(key):")
    }

    /// Reads a list; null counts as empty, but a missing list is an error.
    package func objects(_ key: String) throws(Failure) -> [Fields] {
        guard let value = member(key) else { throw malformed(key, "is missing") }
        if value == .null { return [] }
        guard let elements = value.elements else { throw malformed(key, "is not a list") }
        guard elements.count <= Fields.listLimit else {
            throw malformed(key, "has more than \(Fields.listLimit) entries")
        }
        var objects: [Fields] = []
        objects.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            guard let members = element.members else { throw malformed("\(key)[\(index)]", "is not an object") }
            objects.append(Fields(members: members, place: "\(place) \(key)[\(index)]:"))
        }
        return objects
    }

    // MARK: Texts

    /// Reads a text; a number is returned as its digits.
    package func optionalText(_ key: String, upTo limit: Int = 4_096) throws(Failure) -> String? {
        guard let value = value(key) else { return nil }
        let text: String
        switch value {
        case .string(let string): text = string
        case .number(let digits): text = digits
        default: throw malformed(key, "is not a text")
        }
        guard text.utf8.count <= limit else { throw malformed(key, "has more than \(limit) bytes") }
        return text
    }

    /// Reads a text, which may be empty.
    package func text(_ key: String) throws(Failure) -> String {
        if case .string("") = member(key) { return "" }
        return try needed(key, try optionalText(key))
    }

    // MARK: Numbers

    package func optionalNumber(_ key: String, _ range: ClosedRange<Int>) throws(Failure) -> Int? {
        guard let value = value(key) else { return nil }
        let number: Int?
        switch value {
        case .number: number = value.integer
        case .string(let text): number = Fields.number(text)
        default: throw malformed(key, "is not a number")
        }
        guard let number, range.contains(number) else {
            throw malformed(key, "is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func number(_ text: String) -> Int? {
        let text = text.trimmingPrefix(while: \.isWhitespace)
        return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
    }

    package static var ids: ClosedRange<Int> { 1...Int(Int32.max) }

    package func id(_ key: String) throws(Failure) -> Int {
        try needed(key, try optionalNumber(key, Fields.ids))
    }

    /// Nil also for zero, which databases store where there is no ID.
    package func optionalID(_ key: String) throws(Failure) -> Int? {
        let number = try optionalNumber(key, 0...Fields.ids.upperBound)
        return number == 0 ? nil : number
    }

    /// Nil also if the value cannot be read.
    package func readable<Value>(_ read: (Fields) throws(Failure) -> Value?) -> Value? {
        do throws(Failure) { return try read(self) } catch { return nil }
    }

    // MARK: Truth values

    package func optionalFlag(_ key: String) throws(Failure) -> Bool? {
        guard let value = value(key) else { return nil }
        switch value {
        case .bool(let flag): return flag
        case .number:
            if value.integer == 1 { return true }
            if value.integer == 0 { return false }
        case .string(let text):
            switch text.lowercased() {
            case "true", "yes", "1": return true
            case "false", "no", "0": return false
            default: break
            }
        default: break
        }
        throw malformed(key, "is neither true nor false")
    }
}

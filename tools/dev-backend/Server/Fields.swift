import LineFormats
import RESTClient

/// The body of a request. A member that is missing or not as in the document rejects the request.
struct Fields {
    /// Beacon that a service point is to get.
    enum Assignment {
        case nobody
        case beacon(Int)
    }

    static let ids = 1...2_147_483_647
    static let parts = 0...65_535

    private let object: JSONValue
    /// Fields of a form, in which numbers and truth values are texts; nil = the body is JSON.
    private var form: [String: String]?

    /// Reads the fields of a form; empty ones count as missing.
    init(form: [String: String]) {
        object = .null
        self.form = form.filter { !$0.value.isEmpty }
    }

    init(_ bytes: [UInt8]) throws {
        do {
            object = try JSONValue(parsing: bytes)
        } catch {
            throw Rejection.malformed(
                "The body is not JSON: line \(error.line), column \(error.column): expected \(error.expected).")
        }
        guard object.members != nil else { throw Rejection.malformed("The body must be an object.") }
    }

    /// The same text for the same content, whatever the order of the keys.
    var canonical: String { object.canonical }

    // MARK: Numbers

    func id(_ name: String) throws -> Int { try required(name, number(name, Fields.ids)) }

    func id(ifAny name: String) throws -> Int? { try number(name, Fields.ids) }

    func part(_ name: String) throws -> Int { try required(name, number(name, Fields.parts)) }

    func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        try read(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
            let number = form != nil ? value.text.flatMap { Int($0) } : value.integer
            return number.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns the assignment; nil if the key is missing.
    func assignment(_ name: String) throws -> Assignment? {
        if object[name] == .null { return .nobody }
        return try id(ifAny: name).map(Assignment.beacon)
    }

    func flag(_ name: String) throws -> Bool? {
        try read(name, "true or false") { form != nil ? $0.text.flatMap { Bool($0) } : $0.flag }
    }

    // MARK: Texts

    /// - Parameter length: Length in Unicode characters, as the document counts them.
    func text(_ name: String, _ length: ClosedRange<Int>) throws -> String? {
        try read(name, "a text of \(length.lowerBound) to \(length.upperBound) characters") { value in
            value.text.flatMap { length.contains($0.unicodeScalars.count) ? $0 : nil }
        }
    }

    func name(_ name: String) throws -> String { try required(name, text(name, 1...100)) }

    func digits(_ name: String, _ length: ClosedRange<Int>, mayHavePlus: Bool = false) throws -> String {
        let digits = try read(name, "\(length.lowerBound) to \(length.upperBound) digits") { value in
            value.text.flatMap { text -> String? in
                let plain = mayHavePlus && text.hasPrefix("+") ? text.dropFirst() : text[...]
                let isDigits = !plain.isEmpty && plain.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
                return isDigits && length.contains(text.unicodeScalars.count) ? text : nil
            }
        }
        return try required(name, digits)
    }

    func uuid(_ name: String) throws -> String { try required(name, uuid(ifAny: name)) }

    func uuid(ifAny name: String) throws -> String? {
        try read(name, "a UUID") { $0.text.flatMap(HexGroups.uuid.canonical) }
    }

    func uuids(_ name: String, _ count: ClosedRange<Int>) throws -> [String] {
        let uuids = try read(name, "a list of \(count.lowerBound) to \(count.upperBound) UUIDs") { value in
            value.elements.flatMap { elements -> [String]? in
                let uuids = elements.compactMap { $0.text.flatMap(HexGroups.uuid.canonical) }
                return uuids.count == elements.count && count.contains(uuids.count) ? uuids : nil
            }
        }
        return try required(name, uuids)
    }

    func mac(_ name: String) throws -> String { try required(name, mac(ifAny: name)) }

    func mac(ifAny name: String) throws -> String? {
        try read(name, "a MAC address") { $0.text.flatMap(HexGroups.mac.canonical) }
    }

    func time(_ name: String) throws -> Timestamp? {
        try read(name, "a time as in RFC 3339") { $0.text.flatMap(Timestamp.init(rfc3339:)) }
    }

    // MARK: Private

    private func read<Value>(
        _ name: String, _ expected: String, _ parse: (JSONValue) -> Value?
    ) throws -> Value? {
        guard let value = form.map({ $0[name].map(JSONValue.string) }) ?? object[name] else { return nil }
        guard let parsed = parse(value) else { throw Rejection.malformed("\(name) must be \(expected).") }
        return parsed
    }

    private func required<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw Rejection.malformed("\(name) is missing.") }
        return value
    }
}

extension JSONValue {
    fileprivate var canonical: String {
        switch self {
        case .object(let members):
            "{"
                + members.map { ($0.name, $0.value.canonical) }.sorted { $0 < $1 }.map {
                    "\($0.debugDescription):\($1)"
                }
                .joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(\.canonical).joined(separator: ",") + "]"
        case .string(let text): text.debugDescription
        case .number(let digits): integer.map(String.init) ?? digits
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        }
    }
}

import JSONLines

/// An answer that is no refusal.
///
/// What little is known of answers' form, and what is assumed, is in `docs/payfrit-api.yaml`; this and ``Fields`` are where it
/// is decoded.
struct PayfritAnswer: Sendable {
    private let fields: Fields
    private let saysOK: Bool

    /// - Parameters:
    ///   - path: Of the endpoint: errors say it.
    ///   - secrets: What no error must have.
    init(body: [UInt8], path: String, secrets: [String]) throws(PayfritError) {
        let place = String(path.drop { $0 == "/" })
        let value = try PayfritAnswer.value(body)
        guard let members = value.members else { throw .malformed("\(place): no object") }
        fields = Fields(members: members, place: place + ":")
        if let isDone = try fields.optionalFlag("OK") {
            guard isDone else {
                throw .refused(PayfritAnswer.words(fields, without: secrets) ?? PayfritAnswer.noReason)
            }
            saysOK = true
        } else {
            if let words = PayfritAnswer.words(fields, without: secrets) { throw .refused(words) }
            saysOK = false
        }
    }

    /// What a body says of a request that was not taken; nil where it says nothing.
    static func refusal(body: [UInt8], secrets: [String]) -> PayfritError? {
        guard let members = (try? value(body))?.members else { return nil }
        return words(Fields(members: members, place: ""), without: secrets).map(PayfritError.refused)
    }

    // MARK: What is in it

    /// Nothing is expected but that it was done, which has to be said.
    func done() throws(PayfritError) {
        guard saysOK else { throw fields.malformed("OK", "is missing") }
    }

    /// What the server says besides, safe to print.
    var notice: String? { PayfritAnswer.words(fields, "Message", without: []) }

    func one<Value>(
        _ key: String, _ read: (Fields) throws(PayfritError) -> Value
    ) throws(PayfritError) -> Value {
        guard let value = try found(key, read) else { throw fields.malformed(key, "is missing") }
        return value
    }

    /// Nil where it is missing or null, and the answer says that all is well.
    func found<Value>(
        _ key: String, _ read: (Fields) throws(PayfritError) -> Value
    ) throws(PayfritError) -> Value? {
        guard let object = try fields.optionalObject(key) else {
            try done()
            return nil
        }
        return try read(object)
    }

    /// A row that cannot be read hides none of the others, and is counted. Where none can be read, the first says why.
    func list<Value>(
        _ key: String, _ read: (Fields) throws(PayfritError) -> Value
    ) throws(PayfritError) -> Rows<Value> {
        var values: [Value] = []
        var first: PayfritError?
        let objects = try fields.objects(key)
        for object in objects {
            do throws(PayfritError) { values.append(try read(object)) } catch { first = first ?? error }
        }
        if let first, values.isEmpty { throw first }
        return Rows(values, leftOut: objects.count - values.count, reason: first)
    }

    /// What is in the answer itself.
    func whole<Value>(_ read: (Fields) throws(PayfritError) -> Value) throws(PayfritError) -> Value {
        try read(fields)
    }

    func login() throws(PayfritError) -> Login {
        try Login(fields)
    }

    // MARK: Reading

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func value(_ body: [UInt8]) throws(PayfritError) -> JSONValue {
        do {
            return try JSONValue(parsing: body.starts(with: byteOrderMark) ? body.dropFirst(3) : body[...])
        } catch {
            throw .notJSON
        }
    }

    private static let noReason = "The server refuses, and does not say why"
    private static let longestWords = 500
    private static let shortestSecret = 4

    /// The server's words, on one line and without what is secret.
    private static func words(_ fields: Fields, _ key: String = "ERROR", without secrets: [String]) -> String? {
        // Words that are no text are none.
        guard var text = try? fields.optionalText(key) else { return nil }
        for secret in secrets where secret.utf8.count >= shortestSecret {
            text = text.replacing(secret, with: "…")
        }
        let plain = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: Character(" ")
            default: Character(scalar)
            }
        }
        let words = String(plain).split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : String(words.prefix(longestWords))
    }
}

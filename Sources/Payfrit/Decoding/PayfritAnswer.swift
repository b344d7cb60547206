import LineFormats
import RESTClient

/// An answer in which the server did not refuse the request.
///
/// `docs/payfrit-api.yaml` records the little that is known about the form of answers, and what is
/// assumed. This type and ``Fields`` are the only decoders.
struct PayfritAnswer: Sendable {
    private let fields: Fields
    private let saysOK: Bool

    /// - Parameters:
    ///   - path: Path of the endpoint, for errors.
    ///   - secrets: Texts to remove from errors.
    init(body: [UInt8], path: String, secrets: [String]) throws(PayfritError) {
        let place = String(path.drop { $0 == "/" })
        let value = try PayfritAnswer.value(body)
        guard let members = value.members else { throw .malformed("\(place): not an object") }
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

    /// Returns the reason in the body of a refused request; nil if it states none.
    static func refusal(body: [UInt8], secrets: [String]) -> PayfritError? {
        guard let members = (try? value(body))?.members else { return nil }
        return words(Fields(members: members, place: ""), without: secrets).map(PayfritError.refused)
    }

    // MARK: Content

    /// Checks that the server confirmed the request, if nothing else is expected of the answer.
    func done() throws(PayfritError) {
        guard saysOK else { throw fields.malformed("OK", "is missing") }
    }

    /// Message of the server, safe to print.
    var notice: String? { PayfritAnswer.words(fields, "Message", without: []) }

    func one<Value>(
        _ key: String, _ read: (Fields) throws(PayfritError) -> Value
    ) throws(PayfritError) -> Value {
        guard let value = try found(key, read) else { throw fields.malformed(key, "is missing") }
        return value
    }

    /// Nil if the key is missing or null and the server confirmed the request.
    func found<Value>(
        _ key: String, _ read: (Fields) throws(PayfritError) -> Value
    ) throws(PayfritError) -> Value? {
        guard let object = try fields.optionalObject(key) else {
            try done()
            return nil
        }
        return try read(object)
    }

    /// Reads the rows that can be read and counts the others. If no row can be read, throws the
    /// error of the first.
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

    /// Reads the object that is the answer itself.
    func whole<Value>(_ read: (Fields) throws(PayfritError) -> Value) throws(PayfritError) -> Value {
        try read(fields)
    }

    func login() throws(PayfritError) -> Login {
        try Login(fields)
    }

    // MARK: Reading

    private static func value(_ body: [UInt8]) throws(PayfritError) -> JSONValue {
        do { return try ServerText.value(body) } catch { throw .notJSON }
    }

    private static let noReason = "The server refused and gave no reason"

    /// Returns the server's message on one line and without secrets.
    private static func words(_ fields: Fields, _ key: String = "ERROR", without secrets: [String]) -> String? {
        // A value that is not a text counts as no message.
        guard let text = try? fields.optionalText(key) else { return nil }
        return ServerText.words(text, without: secrets)
    }
}

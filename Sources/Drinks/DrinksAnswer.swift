import LineFormats
import RESTClient

/// Members of one object of an answer.
typealias Fields = RESTClient.Fields<DrinksError>

extension RESTClient.Fields<DrinksError> {
    /// Reads an ID: 1...200 bytes.
    func identifier(_ key: String) throws(DrinksError) -> String {
        try needed(key, try optionalText(key, upTo: 200))
    }

    func optionalCents(_ key: String) throws(DrinksError) -> Cents? {
        try optionalNumber(key, Cents.range).map { Cents($0) }
    }

    func cents(_ key: String) throws(DrinksError) -> Cents { try needed(key, try optionalCents(key)) }
}

/// A list, and the number of rows in it that could not be read.
package struct Rows<Value: Sendable>: Sendable {
    package var values: [Value]
    package var leftOut: Int
}

/// An answer in which the server did not refuse the request.
struct DrinksAnswer: Sendable {
    private let fields: Fields

    /// - Parameters:
    ///   - path: Path of the endpoint, for errors.
    ///   - status: HTTP status.
    ///   - secrets: Texts to remove from errors.
    init(body: [UInt8], path: String, status: Int, secrets: [String]) throws(DrinksError) {
        let place = String(path.drop { $0 == "/" })
        guard let value = try? ServerText.value(body) else { throw .notJSON }
        guard let members = value.members else { throw .malformed("\(place): not an object") }
        fields = Fields(members: members, place: place + ":")
        if let refusal = DrinksAnswer.refusal(fields, status: status, secrets: secrets) { throw .refused(refusal) }
    }

    /// Returns the server's refusal; nil if the body is not one in the form of the API.
    static func refusal(body: [UInt8], status: Int, secrets: [String]) -> DrinksError.Refusal? {
        guard let members = (try? ServerText.value(body))?.members else { return nil }
        return refusal(Fields(members: members, place: ""), status: status, secrets: secrets)
    }

    private static func refusal(_ fields: Fields, status: Int, secrets: [String]) -> DrinksError.Refusal? {
        // A value of another type is no refusal.
        guard let success = try? fields.optionalFlag("success"), !success else { return nil }
        func words(_ key: String) -> String {
            guard let text = try? fields.optionalText(key) else { return "" }
            return ServerText.words(text, without: secrets) ?? ""
        }
        return DrinksError.Refusal(status: status, code: words("error"), message: words("message"))
    }

    /// Message of the server, safe to print; nil if there is none.
    var notice: String? {
        guard let text = try? fields.optionalText("message") else { return nil }
        return ServerText.words(text, without: [])
    }

    /// Reads the object under a key, or the one under `data`.
    func one<Value>(
        _ key: String, _ read: (Fields) throws(DrinksError) -> Value
    ) throws(DrinksError) -> Value {
        if let object = try fields.optionalObject(key) { return try read(object) }
        guard let object = try fields.optionalObject("data") else { throw fields.malformed(key, "is missing") }
        return try read(try object.optionalObject(key) ?? object)
    }

    /// Reads the object that is the answer itself, or the one under `data`.
    func whole<Value>(_ read: (Fields) throws(DrinksError) -> Value) throws(DrinksError) -> Value {
        let data = fields.readable { fields throws(DrinksError) in try fields.optionalObject("data") }
        return try read(data ?? fields)
    }

    /// Reads the list under a key, or the one under `data`, and counts the rows that cannot be read.
    func rows<Value>(
        _ key: String, _ read: (Fields) throws(DrinksError) -> Value
    ) throws(DrinksError) -> Rows<Value> {
        let objects: [Fields]
        do {
            objects = try fields.objects(key)
        } catch {
            if let data = fields.readable({ fields throws(DrinksError) in try fields.objects("data") }) {
                objects = data
            } else if let data = fields.readable({ fields throws(DrinksError) in try fields.optionalObject("data") }) {
                objects = try data.objects(key)
            } else {
                throw error
            }
        }
        var rows = Rows<Value>(values: [], leftOut: 0)
        for object in objects {
            do throws(DrinksError) { rows.values.append(try read(object)) } catch { rows.leftOut += 1 }
        }
        return rows
    }
}

extension RESTClient.Fields<DrinksError> {
    func token(_ key: String) throws(DrinksError) -> String {
        let token = try text(key)
        guard HeaderText.isToken(token) else { throw malformed(key, "has characters that a header cannot have") }
        return token
    }
}

import Foundation
import GatewayModel
import Hummingbird

/// The body of a request: a flat JSON object.
protocol RequestObject: Decodable, Sendable {
    /// Every key it may have.
    static var keys: [String] { get }
    /// Those of them whose number need not be a whole one.
    static var fractionalKeys: [String] { get }
    /// Looks for values that are out of range.
    func check() throws(RequestError)
}

extension RequestObject {
    static var fractionalKeys: [String] { [] }
}

extension Call {
    /// Reads the request's body.
    func object<Object: RequestObject>(_: Object.Type = Object.self) async throws -> Object {
        guard let type = request.headers[.contentType] else { throw RequestError.wrongContentType(nil) }
        guard type.prefix(while: { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased() == "application/json"
        else { throw RequestError.wrongContentType(type) }
        let bytes: Data
        do {
            bytes = Data(try await request.body.collect(upTo: limits.body).readableBytesView)
        } catch is HTTPError {
            throw RequestError.bodyTooLarge(limit: limits.body)
        }
        return try RequestParser.parse(bytes)
    }
}

/// Reads the bodies of requests, and says where one is wrong.
enum RequestParser {
    static func parse<Object: RequestObject>(_ bytes: Data) throws(RequestError) -> Object {
        let keys = try decode(KeyList.self, bytes)
        if let unknown = keys.all.first(where: { !Object.keys.contains($0) }) {
            throw .unknownKey(unknown, known: Object.keys)
        }
        // A number that fits no integer is told of without its key.
        if let key = keys.ofOddNumbers.first(where: { !Object.fractionalKeys.contains($0) }) {
            throw .invalidValue(path: key, expected: "a whole number")
        }
        let object = try decode(Object.self, bytes)
        try object.check()
        return object
    }

    private static func decode<Value: Decodable>(_: Value.Type, _ bytes: Data) throws(RequestError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: bytes)
        } catch let error as DecodingError {
            throw RequestError(error, in: bytes)
        } catch {
            throw .notJSON(reason: "it cannot be read")
        }
    }

    private struct KeyList: Decodable {
        let all: [String]
        /// Keys whose value is a number, and no whole one of 64 bits.
        let ofOddNumbers: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
            all = keys.map(\.stringValue)
            ofOddNumbers = keys.filter { key in
                (try? container.decode(Double.self, forKey: key)) != nil
                    && (try? container.decode(Int.self, forKey: key)) == nil
            }.map(\.stringValue)
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension RequestError {
    fileprivate init(_ error: DecodingError, in bytes: Data) {
        switch error {
        case .keyNotFound(let key, let context):
            self = .missingKey((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self = .invalidValue(path: context.path, expected: RequestError.word(type))
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self = .invalidValue(path: context.path, expected: "a value that is known here")
        default:
            self = .notJSON(reason: RequestError.fault(of: bytes))
        }
    }

    private static func word(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any FixedWidthInteger.Type: "a whole number"
        case is Double.Type: "a number"
        default: "an object"
        }
    }

    /// Where the bytes stop being JSON. `JSONDecoder` does not tell.
    private static func fault(of bytes: Data) -> String {
        do {
            _ = try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
            return "a number is out of range"
        } catch {
            let text = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "It cannot be read."
            let sentence = text.hasSuffix(".") ? text.dropLast() : text[...]
            return sentence.prefix(1).lowercased() + sentence.dropFirst()
        }
    }
}

extension DecodingError.Context {
    fileprivate var path: String { codingPath.map(\.stringValue).joined(separator: ".") }
}

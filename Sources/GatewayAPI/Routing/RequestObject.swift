import Advertising
import Foundation
import GatewayModel
import Hummingbird

/// JSON object that is the body of a request, or an element of one of its lists.
protocol RequestObject: Decodable, Sendable {
    /// All keys that the object may have.
    static var keys: [String] { get }
    /// Keys whose numbers may have a fraction.
    static var fractionalKeys: [String] { get }
    /// For keys with a type of their own: description of a valid value, for errors.
    static var expected: [String: String] { get }
    /// For keys that are lists of objects: type of the elements.
    static var lists: [String: any RequestObject.Type] { get }
    /// Throws if a value does not conform to the OpenAPI document.
    func check() throws(RequestError)
}

extension RequestObject {
    static var fractionalKeys: [String] { [] }
    static var expected: [String: String] { [:] }
    static var lists: [String: any RequestObject.Type] { [:] }
    func check() throws(RequestError) {}

    /// Returns the description of a valid value at a path, which may lead into objects in lists.
    fileprivate static func expected(at path: some Collection<any CodingKey>) -> String? {
        let keys = path.filter { $0.intValue == nil }.map(\.stringValue)
        guard let key = keys.first else { return nil }
        return keys.count == 1 ? expected[key] : lists[key]?.expected(at: path.dropFirst(2))
    }
}

extension Call {
    /// Parses the request's body.
    func object<Object: RequestObject>(_: Object.Type = Object.self) async throws -> Object {
        guard let type = request.headers[.contentType] else { throw RequestError.wrongContentType(nil) }
        guard type.prefix(while: { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased() == "application/json"
        else { throw RequestError.wrongContentType(type) }
        let limit = limits.body(to: request.uri.path)
        let bytes: Data
        do {
            bytes = Data(try await request.body.collect(upTo: limit).readableBytesView)
        } catch is HTTPError {
            throw RequestError.bodyTooLarge(limit: limit)
        }
        return try RequestParser.parse(bytes)
    }
}

/// Parses the bodies of requests, and reports the place of an error.
enum RequestParser {
    static func parse<Object: RequestObject>(_ bytes: Data) throws(RequestError) -> Object {
        if let fault = try decode(KeyCheck<Object>.self, bytes, Object.self).fault { throw fault }
        let object = try decode(Object.self, bytes, Object.self)
        try object.check()
        return object
    }

    private static func decode<Value: Decodable>(
        _: Value.Type, _ bytes: Data, _ object: any RequestObject.Type
    ) throws(RequestError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: bytes)
        } catch let error as DecodingError {
            throw RequestError(error, in: bytes, of: object)
        } catch {
            throw .notJSON(reason: "it cannot be read")
        }
    }

    /// Checks the keys of an object, and those of the objects in its lists.
    private struct KeyCheck<Object: RequestObject>: Decodable {
        let fault: RequestError?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
            fault = Self.fault(in: container, keys) ?? Self.faultInLists(of: container, keys)
        }

        private static func fault(
            in container: KeyedDecodingContainer<AnyKey>, _ keys: [AnyKey]
        ) -> RequestError? {
            if let unknown = keys.first(where: { !Object.keys.contains($0.stringValue) }) {
                return .unknownKey((container.codingPath + [unknown]).text, known: Object.keys)
            }
            // Checked here, because `JSONDecoder` does not name the key of a number that fits no
            // integer.
            for key in keys where !Object.fractionalKeys.contains(key.stringValue) {
                let path = (container.codingPath + [key]).text
                if isOdd(key, in: container, Double.self, Int.self) {
                    return .invalidValue(path: path, expected: "a whole number")
                }
                if isOdd(key, in: container, [Double].self, [Int].self) {
                    return .invalidValue(path: path, expected: "a list of whole numbers")
                }
            }
            return nil
        }

        private static func isOdd<Number: Decodable, Whole: Decodable>(
            _ key: AnyKey, in container: KeyedDecodingContainer<AnyKey>, _: Number.Type, _: Whole.Type
        ) -> Bool {
            (try? container.decode(Number.self, forKey: key)) != nil
                && (try? container.decode(Whole.self, forKey: key)) == nil
        }

        private static func faultInLists(
            of container: KeyedDecodingContainer<AnyKey>, _ keys: [AnyKey]
        ) -> RequestError? {
            for key in keys {
                if let list = Object.lists[key.stringValue], let fault = fault(inList: key, of: container, list) {
                    return fault
                }
            }
            return nil
        }

        private static func fault<Part: RequestObject>(
            inList key: AnyKey, of container: KeyedDecodingContainer<AnyKey>, _: Part.Type
        ) -> RequestError? {
            // If the value is not a list of objects, decoding the whole body reports it.
            let checks = try? container.decode([KeyCheck<Part>].self, forKey: key)
            return checks?.lazy.compactMap(\.fault).first
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
    fileprivate init(_ error: DecodingError, in bytes: Data, of object: any RequestObject.Type) {
        switch error {
        case .keyNotFound(let key, let context):
            self = .missingKey((context.codingPath + [key]).text)
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self = .invalidValue(path: context.path, expected: RequestError.word(type))
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            if let found = context.underlyingError as? UnreadableText, found.type is ProximityUUID.Type,
                context.codingPath.count == 1
            {
                self = .invalidBeaconUUID(found.text)
                return
            }
            let expected = object.expected(at: context.codingPath)
            self = .invalidValue(path: context.path, expected: expected ?? "a known value")
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
        case is [Any].Type: "a list"
        default: "an object"
        }
    }

    /// Describes where the bytes stop being JSON, which `JSONDecoder` does not report.
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
    fileprivate var path: String { codingPath.text }
}

extension [any CodingKey] {
    /// Path such as `items[3].name`.
    fileprivate var text: String {
        reduce("") { path, key in
            if let index = key.intValue { return path + "[\(index)]" }
            return path.isEmpty ? key.stringValue : path + "." + key.stringValue
        }
    }
}

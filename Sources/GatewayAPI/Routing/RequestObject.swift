import Foundation
import GatewayModel
import Hummingbird

/// The body of a request: a flat JSON object.
protocol RequestObject: Decodable, Sendable {
    /// Every key it may have.
    static var keys: [String] { get }
    /// Looks for values that are out of range.
    func check() throws(RequestError)
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
    /// - Throws: ``RequestError``.
    static func parse<Object: RequestObject>(_ bytes: Data) throws(RequestError) -> Object {
        do {
            let keys = try JSONDecoder().decode(KeyList.self, from: bytes).keys
            if let unknown = keys.first(where: { !Object.keys.contains($0) }) {
                throw RequestError.unknownKey(unknown, known: Object.keys)
            }
            let object = try JSONDecoder().decode(Object.self, from: bytes)
            try object.check()
            return object
        } catch let error as RequestError {
            throw error
        } catch let error as DecodingError {
            throw RequestError(error)
        } catch {
            throw .notJSON(reason: "it cannot be read")
        }
    }

    private struct KeyList: Decodable {
        let keys: [String]

        init(from decoder: any Decoder) throws {
            keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
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
    fileprivate init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self = .missingKey((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self = .invalidValue(path: context.path, expected: RequestError.word(type))
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self = .notJSON(reason: RequestError.reason(context))
        case .dataCorrupted(let context):
            self = .invalidValue(path: context.path, expected: "a value that is known here")
        @unknown default:
            self = .notJSON(reason: "it cannot be read")
        }
    }

    private static func word(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any FixedWidthInteger.Type: "a whole number"
        default: "an object"
        }
    }

    /// What the parser says of the place, without its full stop.
    private static func reason(_ context: DecodingError.Context) -> String {
        let error = context.underlyingError as NSError?
        let text = error?.userInfo[NSDebugDescriptionErrorKey] as? String ?? context.debugDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension DecodingError.Context {
    fileprivate var path: String { codingPath.map(\.stringValue).joined(separator: ".") }
}

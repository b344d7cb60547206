import TestSupport
import Foundation

/// A golden vector, as read from `firmware-protocol/vectors`, whose README describes the format.
enum JSON: Hashable, Decodable {
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    subscript(key: String) -> JSON? {
        get {
            guard case .object(let members) = self else { return nil }
            return members[key]
        }
        set {
            guard case .object(var members) = self else { return }
            members[key] = newValue
            self = .object(members)
        }
    }
}

/// A member that a vector lacks or has in a form other than its README says.
struct VectorError: Error {
    let key: String
}

extension JSON {
    func bool(_ key: String) throws -> Bool {
        guard case .bool(let value)? = self[key] else { throw VectorError(key: key) }
        return value
    }

    func number<T: FixedWidthInteger>(_ key: String, as: T.Type = T.self) throws -> T {
        guard case .number(let value)? = self[key], let number = T(exactly: value) else { throw VectorError(key: key) }
        return number
    }

    func string(_ key: String) throws -> String {
        guard case .string(let value)? = self[key] else { throw VectorError(key: key) }
        return value
    }

    func array(_ key: String) throws -> [JSON] {
        guard case .array(let value)? = self[key] else { throw VectorError(key: key) }
        return value
    }

    func bytes(_ key: String) throws -> [UInt8] {
        guard let bytes = [UInt8](hex: try string(key)) else { throw VectorError(key: key) }
        return bytes
    }
}

extension [UInt8] {
    init?(hex: String) {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

enum Vectors {
    static let folder = Checkout.file("firmware-protocol/vectors")

    /// Returns the entries of one file; none of them may be empty.
    static func load(_ file: String) throws -> [JSON] {
        let entries = try JSONDecoder().decode([JSON].self, from: Data(contentsOf: folder.appending(path: file)))
        guard !entries.isEmpty else { throw VectorError(key: file) }
        return entries
    }
}

import TestSupport
import Foundation

/// A golden vector of `firmware-protocol/vectors`, whose README describes the format.
struct Vector {
    /// A member that a vector lacks or has in another form.
    struct Lacks: Error {
        let key: String
    }

    private let members: [String: Any]

    static func all(_ file: String) throws -> [Vector] {
        let url = Checkout.file("firmware-protocol/vectors/\(file)")
        guard let entries = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[String: Any]],
            !entries.isEmpty
        else { throw Lacks(key: file) }
        return entries.map(Vector.init)
    }

    var name: String { members["name"] as? String ?? "" }

    /// Names of its fields, without those of nested messages.
    var fieldNames: Set<String> { Set((members["fields"] as? [String: Any] ?? [:]).keys) }

    func text(_ key: String) throws -> String {
        guard let text = members[key] as? String else { throw Lacks(key: key) }
        return text
    }

    func number(_ key: String) throws -> Int {
        guard let number = members[key] as? Int else { throw Lacks(key: key) }
        return number
    }

    func bytes(_ key: String) throws -> [UInt8] {
        let digits = Array(try text(key))
        return try stride(from: 0, to: digits.count, by: 2).map {
            guard let byte = UInt8(String(digits[$0...$0 + 1]), radix: 16) else { throw Lacks(key: key) }
            return byte
        }
    }

    func list(_ key: String) throws -> [Vector] {
        guard let list = members[key] as? [[String: Any]] else { throw Lacks(key: key) }
        return list.map(Vector.init)
    }

    /// Returns the fields under the dissector's names: values of a list's entries under one name,
    /// and values of a connection or of slots under a name behind theirs.
    func fields() throws -> [String: [String]] {
        guard let fields = members["fields"] as? [String: Any] else { throw Lacks(key: "fields") }
        var leaves: [String: [String]] = [:]
        Self.collect(fields, under: nil, into: &leaves)
        return leaves
    }

    private static func collect(_ object: [String: Any], under parent: String?, into leaves: inout [String: [String]]) {
        for (key, value) in object {
            switch value {
            case let inner as [String: Any]:
                collect(inner, under: ["connection", "slots"].contains(key) ? key : nil, into: &leaves)
            case let list as [[String: Any]]:
                for entry in list { collect(entry, under: nil, into: &leaves) }
            default:
                leaves[parent.map { "\($0).\(key)" } ?? key, default: []].append(comparable(value, as: key))
            }
        }
    }

    /// Returns a vector's value in the form of ``comparable(_:)`` for the dissector's output:
    /// decimal numbers, hexadecimal digits without colons.
    private static func comparable(_ value: Any, as key: String) -> String {
        guard let text = value as? String else { return (value as? NSNumber)?.stringValue ?? "" }
        // The vectors have the least significant byte first, the screen has it last.
        guard key == "address" || key == "uuid" else { return comparable(text) }
        let digits = Array(text)
        return stride(from: digits.count - 2, through: 0, by: -2).map { String(digits[$0...$0 + 1]) }.joined()
    }

    /// Returns the text that tshark prints for a field, in the form used for comparing.
    static func comparable(_ text: String) -> String {
        switch text {
        case "<MISSING>": return ""
        case "True": return "1"
        case "False": return "0"
        default: break
        }
        if text.hasPrefix("0x"), let number = UInt64(text.dropFirst(2), radix: 16) { return String(number) }
        return text.replacing(":", with: "").replacing("-", with: text.first == "-" ? "-" : "")
    }
}

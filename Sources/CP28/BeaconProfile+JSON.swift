import Advertising
import Foundation

extension BeaconProfile {
    /// Decodes a profile. Unknown keys are refused, because they may be typing errors.
    package init(json: [UInt8]) throws(Fault) {
        guard json.count <= Self.fileLimit else {
            throw .invalid(key: "the file", expected: "at most \(Self.fileLimit) bytes")
        }
        do {
            self = try JSONDecoder().decode(BeaconProfile.self, from: Data(json))
        } catch let fault as Fault {
            throw fault
        } catch DecodingError.typeMismatch {
            throw .notJSON("the file is not an object")
        } catch {
            throw .notJSON("the file is not JSON")
        }
    }
}

extension BeaconProfile: Decodable {
    package init(from decoder: any Decoder) throws {
        var reader = ProfileReader(try decoder.container(keyedBy: ProfileKey.self), path: "")
        name = try reader.text("name", 1...32)
        guard name.utf8.allSatisfy({ Self.isNameByte($0) }) else {
            throw Fault.invalid(key: "name", expected: "lowercase letters, digits and hyphens")
        }
        title = try reader.text("title", 1...64)
        service = try reader.uuid("service")
        notify = try reader.uuid("notify")
        command = try reader.uuid("command")
        password = try reader.uuid("password")
        passwords = try reader.texts("passwords", Self.passwordLimits.count)
        guard passwords.allSatisfy(Self.isPassword), Set(passwords).count == passwords.count else {
            throw Fault.invalid(
                key: "passwords", expected: "different texts of 1 to 64 printable ASCII characters")
        }
        factoryUUIDs = try reader.texts("factory_uuids", 0...16, default: []).map { text in
            guard let uuid = ProximityUUID(text) else {
                throw Fault.invalid(key: "factory_uuids", expected: "UUIDs of 8-4-4-4-12 digits")
            }
            return uuid
        }
        passwordReplies = try reader.rule("password_replies")
        commandReplies = try reader.rule("command_replies")
        connectAttempts = try reader.number("connect_attempts", 1...10, default: 3)
        timeoutMs = try reader.number("timeout_ms", 100...60_000, default: 8_000)
        afterSaveMs = try reader.number("after_save_ms", 0...60_000, default: 300)
        goneMs = try reader.number("gone_ms", 1_000...600_000, default: 5_000)
        try reader.finish()
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

private struct ProfileKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}

/// Decoder for the fields of an object, which also finds unknown fields.
private struct ProfileReader {
    private let fields: KeyedDecodingContainer<ProfileKey>
    private let path: String
    private var known: Set<String> = []

    init(_ fields: KeyedDecodingContainer<ProfileKey>, path: String) {
        self.fields = fields
        self.path = path
    }

    /// Returns nil if the key is missing; a value of another type is invalid.
    private mutating func value<Value: Decodable>(_ key: String, expected: String) throws -> Value? {
        known.insert(key)
        do {
            return try fields.decodeIfPresent(Value.self, forKey: ProfileKey(stringValue: key))
        } catch is DecodingError {
            throw BeaconProfile.Fault.invalid(key: path + key, expected: expected)
        }
    }

    mutating func text(_ key: String, _ length: ClosedRange<Int>) throws -> String {
        let expected = "a text of \(length.lowerBound) to \(length.upperBound) bytes"
        guard let text: String = try value(key, expected: expected) else {
            throw BeaconProfile.Fault.missing(key: path + key)
        }
        guard length.contains(text.utf8.count) else {
            throw BeaconProfile.Fault.invalid(key: path + key, expected: expected)
        }
        return text
    }

    mutating func texts(_ key: String, _ count: ClosedRange<Int>, default absent: [String]? = nil) throws -> [String] {
        let expected = "an array of \(count.lowerBound) to \(count.upperBound) short texts"
        guard let texts: [String] = try value(key, expected: expected) ?? absent else {
            throw BeaconProfile.Fault.missing(key: path + key)
        }
        guard count.contains(texts.count), texts.allSatisfy({ $0.utf8.count <= 256 }) else {
            throw BeaconProfile.Fault.invalid(key: path + key, expected: expected)
        }
        return texts
    }

    mutating func uuid(_ key: String) throws -> BluetoothUUID {
        guard let uuid = BluetoothUUID(try text(key, 4...36)) else {
            throw BeaconProfile.Fault.invalid(key: path + key, expected: "a UUID of 4, 8 or 8-4-4-4-12 digits")
        }
        return uuid
    }

    mutating func number(_ key: String, _ range: ClosedRange<Int>, default absent: Int) throws -> Int {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        let number: Int = try value(key, expected: expected) ?? absent
        guard range.contains(number) else { throw BeaconProfile.Fault.invalid(key: path + key, expected: expected) }
        return number
    }

    mutating func rule(_ key: String) throws -> ReplyRule {
        known.insert(key)
        let inner = ProfileKey(stringValue: key)
        guard fields.contains(inner) else { throw BeaconProfile.Fault.missing(key: path + key) }
        guard let container = try? fields.nestedContainer(keyedBy: ProfileKey.self, forKey: inner) else {
            throw BeaconProfile.Fault.invalid(key: path + key, expected: "an object")
        }
        var reader = ProfileReader(container, path: "\(path)\(key).")
        let rule = ReplyRule(
            isWanted: try reader.value("wanted", expected: "true or false") ?? false,
            waitMs: try reader.number("wait_ms", 0...60_000, default: 0),
            accepted: try reader.patterns("accepted"), refused: try reader.patterns("refused"))
        try reader.finish()
        guard !rule.isWanted || !rule.accepted.isEmpty else {
            throw BeaconProfile.Fault.invalid(
                key: "\(path)\(key).accepted", expected: "a pattern, because an answer is wanted")
        }
        guard !rule.isWanted || rule.waitMs > 0 else {
            throw BeaconProfile.Fault.invalid(
                key: "\(path)\(key).wait_ms", expected: "at least 1, because an answer is wanted")
        }
        return rule
    }

    private mutating func patterns(_ key: String) throws -> [ReplyPattern] {
        try texts(key, 0...32, default: []).map { text in
            guard let pattern = ReplyPattern(text) else {
                throw BeaconProfile.Fault.invalid(
                    key: path + key, expected: "patterns such as \"4e 4f {command} .. !00\"")
            }
            return pattern
        }
    }

    func finish() throws {
        if let key = fields.allKeys.map(\.stringValue).filter({ !known.contains($0) }).min() {
            throw BeaconProfile.Fault.unknown(key: path + key)
        }
    }
}

/// A value that is a string in JSON.
package protocol TextCodable: LosslessStringConvertible, Codable, Sendable {}

extension TextCodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath, debugDescription: "no \(Self.self)",
                    underlyingError: UnreadableText(text: text, type: Self.self)))
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Text that is not a value of a type.
package struct UnreadableText: Error {
    package let text: String
    package let type: any TextCodable.Type
}

extension BluetoothAddress: TextCodable {}
extension BluetoothUUID: TextCodable {}
extension ProximityUUID: TextCodable {}
extension BeaconIdentity: TextCodable {}

import Crypto
import Foundation

/// Key that a proxy and its clients share: 32 bytes. People see it as Base64.
public struct EncryptionKey: Sendable, Hashable {
    /// Length, in bytes.
    public static let length = 32

    let bytes: [UInt8]

    /// Nil unless there are 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == EncryptionKey.length else { return nil }
        self.bytes = bytes
    }

    /// Nil unless the text is 32 bytes in Base64.
    public init?(base64 text: String) {
        guard let data = Data(base64Encoded: text) else { return nil }
        self.init(Array(data))
    }

    /// Makes a key from the system's random numbers.
    public static func random() -> EncryptionKey {
        EncryptionKey(of: SymmetricKey(size: .bits256))
    }

    private init(of key: SymmetricKey) {
        bytes = key.withUnsafeBytes { Array($0) }
    }

    public var base64: String { Data(bytes).base64EncodedString() }
}

extension EncryptionKey: CustomStringConvertible, CustomReflectable {
    /// Description without the key.
    public var description: String { "EncryptionKey" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

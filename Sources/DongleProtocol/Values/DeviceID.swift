/// Eight bytes that identify a dongle uniquely and never change. Source: SPEC.md 4.3.
public struct DeviceID: WireCode {
    /// The bytes as a little-endian number.
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The bytes in the order of the line.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: rawValue.littleEndian) { [UInt8]($0) }
    }

    /// Sixteen lowercase hexadecimal digits, in the order of the line.
    package var text: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }
}

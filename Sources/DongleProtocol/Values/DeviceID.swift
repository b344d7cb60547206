/// The eight bytes that tell a dongle from every other, for the life of the device. Source: SPEC.md 4.3.
public struct DeviceID: WireCode {
    /// The bytes as a little-endian number.
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The bytes, as they come on the line.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: rawValue.littleEndian) { [UInt8]($0) }
    }
}

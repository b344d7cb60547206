/// The first eight bytes of a config's ``Digest``. Source: SPEC.md 11.2.
public struct ShortDigest: WireCode {
    /// The bytes as a little-endian number.
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Zero as `base` means that any config may be replaced. Zero as a saved digest means that
    /// there is none.
    public static let zero = ShortDigest(rawValue: 0)

    /// The eight bytes.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: rawValue.littleEndian) { [UInt8]($0) }
    }
}

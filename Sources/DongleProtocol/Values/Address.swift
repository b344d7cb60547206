/// A six-byte Bluetooth or Wi-Fi address.
public struct Address: WireMessage {
    /// The address as one 48-bit number, most significant byte first: AA:BB:CC:DD:EE:FF is
    /// 0xAABBCCDDEEFF.
    public let rawValue: UInt64

    /// - Parameter rawValue: The address in the low 48 bits. Higher bits are ignored.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue & 0xFFFF_FFFF_FFFF
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        guard reader.remaining >= 6 else { throw reader.malformed }
        let low = try reader.read(UInt32.self)
        let high = try reader.read(UInt16.self)
        rawValue = UInt64(low) | UInt64(high) << 32
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(UInt32(truncatingIfNeeded: rawValue))
        writer.write(UInt16(truncatingIfNeeded: rawValue >> 32))
    }
}

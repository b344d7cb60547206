/// Type of an attribute, in the form in which it was received: 2 or 16 bytes, least significant
/// first, as in ATT.
///
/// The two forms of one UUID are not equal. Compare ``assigned`` if that matters.
public struct AttributeUUID: Sendable, Hashable {
    /// 2 or 16 bytes, least significant first.
    public let bytes: [UInt8]

    /// - Parameter bytes: 2 or 16 bytes, least significant first; otherwise the result is nil.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 2 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Creates the 2-byte form of a UUID assigned by the Bluetooth SIG.
    public init(_ assigned: UInt16) {
        bytes = [UInt8(truncatingIfNeeded: assigned), UInt8(assigned >> 8)]
    }

    /// The 16-bit number of a UUID in 2-byte form, or in the 16-byte form
    /// 0000xxxx-0000-1000-8000-00805F9B34FB; nil for other UUIDs.
    ///
    /// Source: Core Specification, Vol 3, Part B, 2.5.1.
    public var assigned: UInt16? {
        let base: [UInt8] = [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0]
        let number = bytes.count == 2 ? bytes[...] : bytes[12...]
        guard bytes.count == 2 || (bytes.starts(with: base) && bytes[14] == 0 && bytes[15] == 0) else { return nil }
        return UInt16(number[number.startIndex]) | UInt16(number[number.startIndex + 1]) << 8
    }

    /// Reads a length u8 and that many bytes.
    init(from reader: inout ByteReader) throws(MalformedMessage) {
        let error = reader.malformed
        guard let uuid = AttributeUUID(try reader.bytes(Int(try reader.read(UInt8.self)))) else { throw error }
        self = uuid
    }

    func encode(to writer: inout ByteWriter) {
        writer.write(UInt8(bytes.count))
        writer.write(bytes)
    }
}

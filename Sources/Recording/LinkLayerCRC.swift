/// The link layer's 24-bit CRC of advertising packets.
///
/// Source: Core Specification, Vol 6, Part B, 3.1.1.
enum LinkLayerCRC {
    /// x²⁴ + x¹⁰ + x⁹ + x⁶ + x⁴ + x³ + x + 1, mirrored, because bits go over the air least
    /// significant first.
    private static let polynomial: UInt32 = 0xDA6000
    /// Preset 0x555555 of advertising channels, mirrored.
    private static let preset: UInt32 = 0xAAAAAA

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ polynomial : crc >> 1 }
    }

    /// Returns the CRC of a PDU, including its header, as three bytes in the order of transmission.
    static func bytes(of pdu: [UInt8]) -> [UInt8] {
        let crc = pdu.reduce(preset) { crc, byte in crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
        return [
            UInt8(truncatingIfNeeded: crc), UInt8(truncatingIfNeeded: crc >> 8), UInt8(truncatingIfNeeded: crc >> 16),
        ]
    }
}

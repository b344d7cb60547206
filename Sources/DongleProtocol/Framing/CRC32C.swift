/// CRC-32C (Castagnoli), computed eight bytes at a time.
///
/// Reflected polynomial 0x82F63B78, initial value and final XOR 0xFFFFFFFF; "123456789" gives
/// 0xE3069283. Source: SPEC.md 1.3.
public enum CRC32C {
    /// Eight tables of 256: entry `k * 256 + b` is the remainder of byte `b` followed by `k` zero
    /// bytes.
    ///
    /// The tables are written once before they are published and never freed, so reading them from
    /// anywhere is safe.
    nonisolated(unsafe) private static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
        for byte in 0..<256 {
            var remainder = UInt32(byte)
            for _ in 0..<8 {
                remainder = (remainder >> 1) ^ (remainder & 1 == 1 ? 0x82F6_3B78 : 0)
            }
            (tables + byte).initialize(to: remainder)
        }
        for index in 256..<(8 * 256) {
            let previous = tables[index - 256]
            (tables + index).initialize(to: (previous >> 8) ^ tables[Int(previous & 0xFF)])
        }
        return UnsafePointer(tables)
    }()

    /// Returns the checksum of `bytes`.
    public static func checksum(_ bytes: RawSpan) -> UInt32 {
        bytes.withUnsafeBytes { checksum($0) }
    }

    /// Returns the checksum of `bytes`.
    public static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard let base = bytes.baseAddress else { return 0 }
        let tables = tables
        var crc: UInt32 = 0xFFFF_FFFF
        var offset = 0
        while offset &+ 8 <= bytes.count {
            let low = crc ^ word(base, offset)
            let high = word(base, offset &+ 4)
            crc = fold(tables + 4 * 256, low) ^ fold(tables, high)
            offset &+= 8
        }
        if offset &+ 4 <= bytes.count {
            crc = fold(tables, crc ^ word(base, offset))
            offset &+= 4
        }
        while offset < bytes.count {
            let byte = base.load(fromByteOffset: offset, as: UInt8.self)
            crc = (crc >> 8) ^ tables[Int((crc ^ UInt32(byte)) & 0xFF)]
            offset &+= 1
        }
        return ~crc
    }

    @inline(__always)
    private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt32 {
        UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Returns the remainder of four bytes. The last of them is followed by as many bytes as
    /// `tables` is past the first table.
    @inline(__always)
    private static func fold(_ tables: UnsafePointer<UInt32>, _ word: UInt32) -> UInt32 {
        tables[Int(word >> 24)] ^ tables[256 + Int(word >> 16 & 0xFF)]
            ^ tables[512 + Int(word >> 8 & 0xFF)] ^ tables[768 + Int(word & 0xFF)]
    }
}

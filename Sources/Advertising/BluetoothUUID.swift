/// A service or characteristic UUID of 16, 32 or 128 bits.
///
/// Short UUIDs are stored as their 128-bit expansion, so `180a` and
/// `0000180a-0000-1000-8000-00805f9b34fb` are equal and have the same description.
///
/// Source: Core Specification, Vol 3, Part B, 2.5.1.
public struct BluetoothUUID: Sendable, Hashable {
    private let words: Words128

    /// All 128 bits; the first digit of the text is the most significant.
    public var value: UInt128 { words.value }

    private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

    /// Makes a UUID of 128 bits; it is short if they are the expansion of a short one.
    public init(_ value: UInt128) {
        words = Words128(value)
    }

    /// Expands `short`, an assigned number of 16 or 32 bits.
    public init(short: UInt32) {
        self.init(UInt128(short) << 96 | BluetoothUUID.base)
    }

    /// Makes a UUID of 2, 4 or 16 bytes as sent over the air, least significant first.
    ///
    /// - Returns: Nil for any other number of bytes.
    public init?(littleEndian bytes: some Collection<UInt8>) {
        var value: UInt128 = 0
        var shift: UInt128 = 0
        for byte in bytes.prefix(16) {
            value |= UInt128(byte) << shift
            shift += 8
        }
        switch bytes.count {
        case 2, 4: self.init(short: UInt32(value))
        case 16: self.init(value)
        default: return nil
        }
    }

    /// Parses four or eight digits, or the 8-4-4-4-12 form, with digits of either case.
    public init?(_ text: some StringProtocol) {
        if let value = UUIDText.value(text) {
            self.init(value)
        } else {
            guard let bytes = Hexadecimal.bytes(text), bytes.count == 2 || bytes.count == 4 else { return nil }
            self.init(short: bytes.reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    /// The assigned number of 16 or 32 bits; nil for a UUID outside the Bluetooth base.
    public var short: UInt32? {
        value & (UInt128.max >> 32) == BluetoothUUID.base ? UInt32(truncatingIfNeeded: value >> 96) : nil
    }

    /// All 128 bits as 8-4-4-4-12 digits, lowercase.
    public var longDescription: String { UUIDText.text(value) }

    /// The shortest form sent over the air: 2, 4 or 16 bytes, least significant first.
    public var littleEndianBytes: [UInt8] {
        guard let short else { return value.littleEndianBytes }
        return UInt16(exactly: short)?.littleEndianBytes ?? short.littleEndianBytes
    }
}

extension BluetoothUUID: CustomStringConvertible {
    /// `180a`, `1234abcd` or `8-4-4-4-12` digits, whichever is shortest; lowercase.
    public var description: String {
        guard let short else { return UUIDText.text(value) }
        return Hexadecimal.text(short, digits: short <= UInt16.max ? 4 : 8)
    }
}

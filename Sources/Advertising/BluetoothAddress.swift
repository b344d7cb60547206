/// A 48-bit device address. It does not include whether the address is public or random: see
/// ``AddressType``.
public struct BluetoothAddress: Sendable, Hashable {
    /// The address as a number: `aa:bb:cc:dd:ee:ff` is 0xAABBCCDDEEFF. The upper 16 bits are zero.
    public let value: UInt64

    /// Makes an address of the lower 48 bits of `value`.
    public init(_ value: UInt64) {
        self.value = value & 0xFFFF_FFFF_FFFF
    }

    /// Makes an address of six bytes as sent over the air and through HCI, least significant first.
    ///
    /// - Returns: Nil unless there are exactly six bytes.
    public init?(littleEndian bytes: some Collection<UInt8>) {
        guard bytes.count == 6 else { return nil }
        var value: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            value |= UInt64(byte) << shift
            shift += 8
        }
        self.value = value
    }

    /// Parses `aa:bb:cc:dd:ee:ff`, with digits of either case.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 17 else { return nil }
        var value: UInt64 = 0
        for (position, character) in text.utf8.enumerated() {
            if position % 3 == 2 {
                guard character == UInt8(ascii: ":") else { return nil }
            } else {
                guard let digit = Hexadecimal.value(ofDigit: character) else { return nil }
                value = value << 4 | UInt64(digit)
            }
        }
        self.value = value
    }

    /// The six bytes as sent over the air, least significant first.
    public var littleEndianBytes: [UInt8] {
        Array(value.littleEndianBytes.prefix(6))
    }
}

extension BluetoothAddress: Comparable {
    public static func < (left: BluetoothAddress, right: BluetoothAddress) -> Bool {
        left.value < right.value
    }
}

extension BluetoothAddress: CustomStringConvertible {
    /// `aa:bb:cc:dd:ee:ff`, lowercase, most significant byte first.
    public var description: String {
        String(unsafeUninitializedCapacity: 17) { buffer in
            for position in 0..<17 {
                if position % 3 == 2 {
                    buffer[position] = UInt8(ascii: ":")
                } else {
                    let nibble = UInt64(position / 3 * 2 + position % 3)
                    buffer[position] = Hexadecimal.lowercaseDigit(
                        UInt8(truncatingIfNeeded: value >> (44 - nibble * 4)) & 0xF)
                }
            }
            return 17
        }
    }
}

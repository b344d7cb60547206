/// The 8-4-4-4-12 form of a 128-bit UUID.
enum UUIDText {
    /// Returns lowercase digits with hyphens, most significant byte first.
    static func text(_ value: UInt128) -> String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            for nibble in 0..<32 {
                if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
                    buffer[position] = UInt8(ascii: "-")
                    position += 1
                }
                let digit = UInt8(truncatingIfNeeded: value >> UInt128((31 - nibble) * 4)) & 0xF
                buffer[position] = Hexadecimal.lowercaseDigit(digit)
                position += 1
            }
            return position
        }
    }

    /// Parses 36 characters with hyphens in their places and digits of either case; nil for any
    /// other text.
    static func value(_ text: some StringProtocol) -> UInt128? {
        guard text.utf8.count == 36 else { return nil }
        var value: UInt128 = 0
        for (position, character) in text.utf8.enumerated() {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard character == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = Hexadecimal.value(ofDigit: character) else { return nil }
                value = value << 4 | UInt128(digit)
            }
        }
        return value
    }

    /// Parses 32 digits of either case; nil for any other text.
    static func value(undashed text: some StringProtocol) -> UInt128? {
        guard text.utf8.count == 32 else { return nil }
        var value: UInt128 = 0
        for character in text.utf8 {
            guard let digit = Hexadecimal.value(ofDigit: character) else { return nil }
            value = value << 4 | UInt128(digit)
        }
        return value
    }
}

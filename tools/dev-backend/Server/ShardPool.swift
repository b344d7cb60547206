import Randomness

/// The UUIDs that businesses share: 64, made from a fixed seed, so that they are the same in every
/// run and do not belong to any real beacon.
enum ShardPool {
    static let uuids: [String] = {
        var generator = SplitMix64(seed: 0x5045_5243_485F_4445)
        return (0..<64).compactMap { _ in
            // Version 4, variant 1: RFC 9562, 5.4.
            let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
            let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
            let digits = [high, low].map { value in
                let text = String(value, radix: 16)
                return String(repeating: "0", count: 16 - text.count) + text
            }
            return HexGroups.uuid.canonical(digits.joined())
        }
    }()

    /// Returns UUID and major for the `number`th business that asked, from 0: every UUID is used
    /// once before one is used again. Nil if none is left.
    static func namespace(_ number: Int) -> (uuid: String, major: Int)? {
        let major = number / uuids.count + 1
        return major <= 65_535 ? (uuids[number % uuids.count], major) : nil
    }
}

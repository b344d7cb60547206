/// UUID shared by the beacons of one owner.
public struct ProximityUUID: Sendable, Hashable {
    private let words: Words128

    /// All 128 bits; the first digit of the text is the most significant.
    public var value: UInt128 { words.value }

    /// Makes a UUID of 128 bits.
    public init(_ value: UInt128) {
        words = Words128(value)
    }

    /// Parses 32 digits of either case, in the 8-4-4-4-12 form or without dashes.
    public init?(_ text: some StringProtocol) {
        guard let value = UUIDText.value(text) ?? UUIDText.value(undashed: text) else { return nil }
        self.init(value)
    }

    /// The 16 bytes as a beacon sends them, most significant first.
    public var bytes: [UInt8] { value.bigEndianBytes }
}

extension ProximityUUID: Comparable {
    public static func < (left: ProximityUUID, right: ProximityUUID) -> Bool {
        left.value < right.value
    }
}

extension ProximityUUID: CustomStringConvertible {
    /// The 8-4-4-4-12 form in uppercase, as Apple writes it.
    public var description: String { UUIDText.text(value).uppercased() }
}

import Advertising

/// UUIDs that makers ship or that mean nothing: a beacon that has one was not provisioned yet.
///
/// A UUID is banned by its first 32 bits.
public struct BanList: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        /// The first eight digits of the UUID.
        public let prefix: UInt32
        /// The whole UUID, where it is known.
        public let uuid: ProximityUUID?
        /// Who ships it, in words; several makers share one.
        public let vendors: [String]
    }

    /// In order of prefixes.
    public let entries: [Entry]

    /// What comes with the program.
    public static let bundled = BanList(entries: [])

    public init(entries: [Entry]) {
        self.entries = entries.sorted { $0.prefix < $1.prefix }
    }

    /// The entry by which a UUID is banned.
    public func entry(of uuid: ProximityUUID) -> Entry? {
        let prefix = UInt32(truncatingIfNeeded: uuid.value >> 96)
        return entries.first { $0.prefix == prefix }
    }
}

/// How many patterns there are of a kind.
public struct PatternKindCount: Codable, Sendable, Hashable {
    public var kind: String
    public var count: Int
    public var enabled: Int

    public init(kind: String, count: Int, enabled: Int) {
        self.kind = kind
        self.count = count
        self.enabled = enabled
    }
}

/// A limit of a device that the enabled patterns are over.
public struct PatternExcess: Codable, Sendable, Hashable {
    /// `entries` of a list; `address-digits`; or bytes of the `text`, of what is `saved`, or of the memory `pool`.
    public var limit: String
    /// Of what; nil for bytes.
    public var kind: String?
    public var count: Int
    public var most: Int
    /// Patterns without which it fits, those that are least sure first; the first 1,000.
    public var disable: [PatternReference]
    /// How many they are.
    public var disableCount: Int

    private enum CodingKeys: String, CodingKey {
        case limit, kind, count, most, disable
        case disableCount = "disable_count"
    }

    public init(
        limit: String, kind: String?, count: Int, most: Int, disable: [PatternReference], disableCount: Int
    ) {
        self.limit = limit
        self.kind = kind
        self.count = count
        self.most = most
        self.disable = disable
        self.disableCount = disableCount
    }
}

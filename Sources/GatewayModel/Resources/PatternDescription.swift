import JSONLines

/// A pattern that matches, and what it matches.
public struct MatchedPattern: Codable, Sendable, Hashable {
    public var pattern: PatternDescription
    /// What of the question it matches.
    public var value: String
    /// Why, in words.
    public var reason: String

    public init(pattern: PatternDescription, value: String, reason: String) {
        self.pattern = pattern
        self.value = value
        self.reason = reason
    }
}

/// What bringing a set to what it came as did.
public struct PatternSetReport: Codable, Sendable, Hashable {
    public var name: String
    public var version: Int
    public var added: Int
    public var updated: Int
    public var removed: Int
    /// Left alone, because somebody added the same pattern.
    public var kept: Int

    public init(name: String, version: Int, added: Int, updated: Int, removed: Int, kept: Int) {
        self.name = name
        self.version = version
        self.added = added
        self.updated = updated
        self.removed = removed
        self.kept = kept
    }
}

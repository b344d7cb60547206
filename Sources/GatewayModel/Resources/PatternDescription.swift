import JSONLines

/// A pattern by which devices are recognised.
public struct PatternDescription: Codable, Sendable, Hashable {
    /// `ssid`, `mac`, `ble-name`, `ble-uuid` or `ble-manufacturer`.
    public var kind: String
    /// A part of a name, the beginning of an address, a UUID as short as it can be, or a company's four digits.
    public var pattern: String
    /// What has it.
    public var type: String
    public var enabled: Bool
    /// Whether capitals count; only of an SSID.
    public var caseSensitive: Bool
    /// The set of the program that it came with; nil: somebody added it.
    public var set: String?
    /// Whether somebody changed one that came with the program.
    public var edited: Bool
    public var source: String?
    /// Percent.
    public var confidence: Int?
    public var description: String?
    public var created: Timestamp
    public var updated: Timestamp

    private enum CodingKeys: String, CodingKey {
        case kind, pattern, enabled, set, edited, source, confidence, description, created, updated
        case type = "device_type"
        case caseSensitive = "case_sensitive"
    }

    public init(
        kind: String, pattern: String, type: String, enabled: Bool, caseSensitive: Bool, set: String?, edited: Bool,
        source: String?, confidence: Int?, description: String?, created: Timestamp, updated: Timestamp
    ) {
        self.kind = kind
        self.pattern = pattern
        self.type = type
        self.enabled = enabled
        self.caseSensitive = caseSensitive
        self.set = set
        self.edited = edited
        self.source = source
        self.confidence = confidence
        self.description = description
        self.created = created
        self.updated = updated
    }
}

/// The answer of `GET /v1/patterns`.
public struct PatternList: Codable, Sendable, Hashable {
    /// In the order of kinds, and in that in which they were added.
    public var patterns: [PatternDescription]
    /// How many are kept, whatever was asked for.
    public var total: Int
    public var nearDuplicates: PatternNotes

    private enum CodingKeys: String, CodingKey {
        case patterns, total
        case nearDuplicates = "near_duplicates"
    }

    public init(patterns: [PatternDescription], total: Int, nearDuplicates: PatternNotes) {
        self.patterns = patterns
        self.total = total
        self.nearDuplicates = nearDuplicates
    }
}

/// Patterns of which one may be superfluous or a slip. Nothing forbids them.
public struct PatternNotes: Codable, Sendable, Hashable {
    /// How many there are.
    public var count: Int
    /// The first 1,000 of them.
    public var notes: [PatternNote]

    public init(count: Int, notes: [PatternNote]) {
        self.count = count
        self.notes = notes
    }
}

/// Two patterns that are alike.
public struct PatternNote: Codable, Sendable, Hashable {
    /// `same-but-for-case`, `contains`, `longer-prefix` or `other-type`.
    public var relation: String
    /// The one that never matches alone, or comes later.
    public var pattern: PatternReference
    public var other: PatternReference
    /// Whether both are enabled.
    public var effective: Bool

    public init(relation: String, pattern: PatternReference, other: PatternReference, effective: Bool) {
        self.relation = relation
        self.pattern = pattern
        self.other = other
        self.effective = effective
    }
}

/// The answer where patterns were added or changed: how they are now, and what they are alike to.
public struct PatternChanges: Codable, Sendable, Hashable {
    public var patterns: [PatternDescription]
    public var nearDuplicates: PatternNotes

    private enum CodingKeys: String, CodingKey {
        case patterns
        case nearDuplicates = "near_duplicates"
    }

    public init(patterns: [PatternDescription], nearDuplicates: PatternNotes) {
        self.patterns = patterns
        self.nearDuplicates = nearDuplicates
    }
}

/// The answer of `POST /v1/patterns/match`.
public struct PatternMatches: Codable, Sendable, Hashable {
    /// Disabled ones too, which match nothing as long as they are.
    public var matches: [MatchedPattern]

    public init(matches: [MatchedPattern]) {
        self.matches = matches
    }
}

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

/// The answer of `POST /v1/patterns/reset`.
public struct PatternResetReport: Codable, Sendable, Hashable {
    public var sets: [PatternSetReport]

    public init(sets: [PatternSetReport]) {
        self.sets = sets
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

import FlockFinder

/// A pattern as stored.
package struct StoredPattern: Sendable, Hashable {
    /// Unique within a table: SSIDs, addresses, and Bluetooth advertisements have one each.
    package let id: Int64
    package let draft: PatternDraft
    package let createdMicroseconds: Int64
    /// Time of the last change by a user or a newer list of the program.
    package let updatedMicroseconds: Int64
    /// Whether a user changed a pattern of the program.
    package let isEdited: Bool
    /// Whether a user switched a pattern of the program on or off.
    package let isSwitched: Bool

    package var pattern: Pattern { draft.pattern }
    /// Whether a user added the pattern; otherwise it came with the program.
    package var isCustom: Bool { draft.bundle == nil }
    package var source: String? { draft.source }
    package var confidence: Int? { draft.confidence }
    package var details: String? { draft.details }
}

/// A pattern to be stored.
package struct PatternDraft: Sendable, Hashable {
    package var pattern: Pattern
    /// Name of the program's set that contains the pattern; nil = added by a user.
    package var bundle: String?
    /// Source of the pattern; nil = unknown.
    package var source: String?
    /// Confidence that a match is such a device, percent, 0...100, checked by the caller; nil = not
    /// stated.
    package var confidence: Int?
    /// Text for people.
    package var details: String?

    package init(
        _ pattern: Pattern, bundle: String? = nil, source: String? = nil, confidence: Int? = nil,
        details: String? = nil
    ) {
        self.pattern = pattern
        self.bundle = bundle
        self.source = source
        self.confidence = confidence
        self.details = details
    }
}

/// A change to the tables of patterns.
package enum PatternChange: Sendable, Hashable {
    /// Fails with ``StoreError/patternTaken(_:)`` if the pattern exists.
    case add(PatternDraft)
    /// Replaces a pattern. The new one keeps the bundle if its key is the same; with another key it
    /// is custom, and the change fails if that key exists.
    case replace(Pattern.Key, PatternDraft)
    /// A removed pattern of the program is not added again by a newer list.
    case remove(Pattern.Key)
    case enable(Pattern.Key, Bool)
}

import FlockFinder

/// A pattern with what is known about it.
package struct StoredPattern: Sendable, Hashable {
    /// Unique among those of one table: one of SSIDs, one of addresses, one of everything in Bluetooth advertisements.
    package let id: Int64
    package let draft: PatternDraft
    package let createdMicroseconds: Int64
    /// When somebody or a newer list of the program changed it last.
    package let updatedMicroseconds: Int64
    /// Whether somebody changed it who did not add it.
    package let isEdited: Bool
    /// Whether somebody switched it on or off who did not add it.
    package let isSwitched: Bool

    package var pattern: Pattern { draft.pattern }
    /// Whether somebody added it; otherwise it came with the program.
    package var isCustom: Bool { draft.bundle == nil }
    package var source: String? { draft.source }
    package var confidence: Int? { draft.confidence }
    package var details: String? { draft.details }
}

/// A pattern as it is to be stored.
package struct PatternDraft: Sendable, Hashable {
    package var pattern: Pattern
    /// Which of the program's sets it came with; nil: somebody added it.
    package var bundle: String?
    /// Who says so; nil = unknown.
    package var source: String?
    /// How sure it is that what matches is such a device, percent, 0...100, which the caller sees to; nil = not stated.
    package var confidence: Int?
    /// For people.
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

/// One thing to do to the tables of patterns.
package enum PatternChange: Sendable, Hashable {
    /// Fails with ``StoreError/patternTaken(_:)`` where it is there.
    case add(PatternDraft)
    /// Puts another in the place of one, whose bundle it keeps as long as its key is the same; with another key it is custom.
    /// Fails where one of the new key is there.
    case replace(Pattern.Key, PatternDraft)
    /// One that came with the program does not come back with a newer list.
    case remove(Pattern.Key)
    case enable(Pattern.Key, Bool)
}

import LineFormats

/// Two patterns, one of which may be superfluous or a mistake. They are allowed.
package struct NearDuplicate: Sendable, Hashable {
    package enum Relation: String, Word {
        /// The two differ only in capitals, and at least one is not case-sensitive.
        case sameButForCase = "same-but-for-case"
        /// The pattern contains the other, and so never matches alone.
        case contains
        /// The pattern begins with the other, and so never matches alone.
        case longerPrefix = "longer-prefix"
        /// The same text stands for devices of different types.
        case otherType = "other-type"
    }

    /// The pattern that never matches alone, or comes later.
    package let pattern: Pattern
    package let relation: Relation
    package let other: Pattern

    package init(_ pattern: Pattern, _ relation: Relation, _ other: Pattern) {
        self.pattern = pattern
        self.relation = relation
        self.other = other
    }
}

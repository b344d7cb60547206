import JSONLines

/// Two patterns of which one may be superfluous or a slip. Nothing forbids them.
package struct NearDuplicate: Sendable, Hashable {
    package enum Relation: String, Word {
        /// They differ in capitals alone, which do not count for at least one of them.
        case sameButForCase = "same-but-for-case"
        /// The other one is a part of it, so that it never matches alone.
        case contains
        /// It begins with the other one, so that it never matches alone.
        case longerPrefix = "longer-prefix"
        /// The same text means devices of different types.
        case otherType = "other-type"
    }

    /// The one that never matches alone, or comes later.
    package let pattern: Pattern
    package let relation: Relation
    package let other: Pattern

    package init(_ pattern: Pattern, _ relation: Relation, _ other: Pattern) {
        self.pattern = pattern
        self.relation = relation
        self.other = other
    }
}

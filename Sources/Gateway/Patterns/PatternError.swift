import FlockFinder

/// Reason why a request about patterns was refused. Nothing was changed.
package enum PatternError: Error, Sendable, Hashable {
    /// There are two patterns of this SSID: one case-sensitive, one not.
    case ambiguous(Pattern.Key)
    /// This number of rows of a file are not valid patterns; the first is at `place`.
    case refusedRows(Int, place: String, first: PatternRowFault)
    case unknownSet(String, known: [String])
    /// The user has changed these patterns, and the request would reset them.
    case needsConsent([Pattern.Key])
    /// This number of patterns and settings were changed after the step to be undone, and would be
    /// reset as well.
    case changedSince(Int)
    case nothingToUndo
    /// The question names nothing to compare.
    case nothingAsked
    case fileTooLong(bytes: Int, limit: Int)
}

import FlockFinder

/// Why something about patterns is refused. Nothing was changed then.
package enum PatternError: Error, Sendable, Hashable {
    /// There are two of this SSID: with capitals that count, and without.
    case ambiguous(Pattern.Key)
    /// Rows of a file are no patterns; the first of them stands at `place`.
    case refusedRows(Int, place: String, first: PatternRowFault)
    case unknownSet(String, known: [String])
    /// Somebody has changed these, and they would go back to what they came as.
    case needsConsent([Pattern.Key])
    /// So many patterns and settings were changed after the step that is to be taken back, and would be as before it.
    case changedSince(Int)
    case nothingToUndo
    /// A question about nothing.
    case nothingAsked
    case fileTooLong(bytes: Int, limit: Int)
}

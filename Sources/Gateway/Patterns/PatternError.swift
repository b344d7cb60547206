import FlockFinder

/// Why something about patterns is refused. Nothing was changed then.
public enum PatternError: Error, Sendable, Hashable {
    case unknownKind(String)
    /// There are two of this SSID: with capitals that count, and without.
    case ambiguous(Pattern.Key)
    /// Rows of a file are no patterns; the first of them stands at `place`.
    case refusedRows(Int, place: String, first: PatternRowFault)
    case unknownSet(String, known: [String])
    /// A question about nothing.
    case nothingAsked
    case fileTooLong(bytes: Int, limit: Int)
}

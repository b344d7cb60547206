/// A pattern with what people know about it.
package struct PatternEntry: Sendable, Hashable {
    package var pattern: Pattern
    /// Source of the pattern: 1...200 bytes; nil = unknown.
    package let source: String?
    /// Confidence that a match is such a device, in percent, 0...100; nil = not stated.
    package let confidence: Int?
    /// Description for people: 1...500 bytes.
    package let details: String?

    package static let sourceLimit = 200
    package static let detailsLimit = 500

    /// - Parameters:
    ///   - source: An empty text counts as nil.
    ///   - details: An empty text counts as nil.
    package init(
        _ pattern: Pattern, source: String? = nil, confidence: Int? = nil, details: String? = nil
    ) throws(PatternFault) {
        self.pattern = pattern
        self.source = try Self.checked(source, limit: Self.sourceLimit)
        self.details = try Self.checked(details, limit: Self.detailsLimit)
        if let confidence, !(0...100).contains(confidence) { throw .confidence(confidence) }
        self.confidence = confidence
    }

    private static func checked(_ text: String?, limit: Int) throws(PatternFault) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard Pattern.isPlain(text) else { throw .controlCharacter(text) }
        guard text.utf8.count <= limit else { throw .longNote(text, length: text.utf8.count, limit: limit) }
        return text
    }
}

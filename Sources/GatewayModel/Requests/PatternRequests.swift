extension PatternEdit {
    package init(
        _ reference: PatternReference, newPattern: String? = nil, newCaseSensitive: Bool? = nil, type: String? = nil,
        enabled: Bool? = nil, source: String? = nil, confidence: Int? = nil, description: String? = nil
    ) {
        kind = reference.kind
        pattern = reference.pattern
        caseSensitive = reference.caseSensitive
        self.newPattern = newPattern
        self.newCaseSensitive = newCaseSensitive
        self.type = type
        self.enabled = enabled
        self.source = source
        self.confidence = confidence
        self.description = description
    }

    package var reference: PatternReference {
        PatternReference(kind: kind, pattern: pattern, caseSensitive: caseSensitive)
    }
}

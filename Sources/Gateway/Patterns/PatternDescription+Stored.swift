import FlockFinder
import GatewayModel
import LineFormats
import Store

extension PatternDescription {
    init(_ stored: StoredPattern) {
        let pattern = stored.pattern
        self.init(
            kind: pattern.kind, pattern: pattern.text, type: pattern.deviceType, enabled: pattern.isEnabled,
            caseSensitive: pattern.isCaseSensitive, set: stored.draft.bundle, edited: stored.isEdited,
            source: stored.source, confidence: stored.confidence, description: stored.details,
            created: Timestamp(microsecondsSince1970: stored.createdMicroseconds),
            updated: Timestamp(microsecondsSince1970: stored.updatedMicroseconds))
    }
}

extension PatternDefinition {
    init(_ entry: PatternEntry) {
        let pattern = entry.pattern
        self.init(
            kind: pattern.kind, pattern: pattern.text, type: pattern.deviceType, enabled: pattern.isEnabled,
            caseSensitive: pattern.kind == .ssid ? pattern.isCaseSensitive : nil, source: entry.source,
            confidence: entry.confidence, description: entry.details)
    }
}

extension PatternReference {
    init(_ key: Pattern.Key) {
        self.init(
            kind: key.kind, pattern: key.text, caseSensitive: key.kind == .ssid ? key.isCaseSensitive : nil)
    }
}

extension PatternNotes {
    init(_ found: [NearDuplicate]) {
        self.init(
            count: found.count,
            notes: found.prefix(PatternService.tellingLimit).map { near in
                PatternNote(
                    relation: near.relation, pattern: PatternReference(near.pattern.key),
                    other: PatternReference(near.other.key), effective: near.pattern.isEnabled && near.other.isEnabled)
            })
    }
}

extension StoredPattern {
    /// The stored pattern as an entry; nil for values that no version of the program would have
    /// stored.
    var entry: PatternEntry? { try? PatternEntry(pattern, source: source, confidence: confidence, details: details) }
}

extension PatternDraft {
    init(_ entry: PatternEntry, bundle: String? = nil) {
        self.init(
            entry.pattern, bundle: bundle, source: entry.source, confidence: entry.confidence, details: entry.details)
    }
}

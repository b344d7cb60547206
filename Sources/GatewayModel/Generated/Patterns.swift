// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import FlockFinder
import LineFormats

package enum PatternUndoCause: String, Word {
    case pull, sync, `import` = "import", resetDefaults = "reset-defaults"
}

package enum ImportOutcome: String, Word {
    case added, changed, repeated, refused
}

/// Reference to a pattern.
package struct PatternReference: Codable, Sendable, Hashable {
    package var kind: PatternKind
    /// Text of the pattern, in any usual spelling.
    package var pattern: String
    /// Chooses between two SSID patterns that differ only in case sensitivity.
    package var caseSensitive: Bool?

    private enum CodingKeys: String, CodingKey {
        case kind, pattern
        case caseSensitive = "case_sensitive"
    }

    package init(kind: PatternKind, pattern: String, caseSensitive: Bool? = nil) {
        self.kind = kind
        self.pattern = pattern
        self.caseSensitive = caseSensitive
    }
}

/// Body of `POST /v1/patterns`: a pattern to add.
package struct PatternDefinition: Codable, Sendable, Hashable {
    package var kind: PatternKind
    /// Text in any usual spelling: an SSID of 1 to 32 bytes, a name of 1 to 248 bytes, the first 6 to 12 digits of an
    /// address, a UUID, or a company of four digits; no control characters.
    package var pattern: String
    /// Type of the devices that match: 1 to 64 bytes.
    package var type: String
    /// Default: true.
    package var enabled: Bool?
    /// Whether an SSID is matched case-sensitively; default: false.
    package var caseSensitive: Bool?
    /// Source of the pattern: at most 200 bytes.
    package var source: String?
    /// Percent. Range: 0...100.
    package var confidence: Int?
    /// Description for people: at most 500 bytes.
    package var description: String?

    private enum CodingKeys: String, CodingKey {
        case kind, pattern, enabled, source, confidence, description
        case type = "device_type"
        case caseSensitive = "case_sensitive"
    }

    package init(
        kind: PatternKind, pattern: String, type: String, enabled: Bool? = nil, caseSensitive: Bool? = nil,
        source: String? = nil, confidence: Int? = nil, description: String? = nil
    ) {
        self.kind = kind
        self.pattern = pattern
        self.type = type
        self.enabled = enabled
        self.caseSensitive = caseSensitive
        self.source = source
        self.confidence = confidence
        self.description = description
    }
}

/// Body of `POST /v1/patterns/edit`: changes of a pattern. Absent fields stay unchanged.
package struct PatternEdit: Codable, Sendable, Hashable {
    package var kind: PatternKind
    package var pattern: String
    /// Chooses between two SSID patterns that differ only in case sensitivity.
    package var caseSensitive: Bool?
    /// New text.
    package var newPattern: String?
    package var newCaseSensitive: Bool?
    package var type: String?
    package var enabled: Bool?
    /// New source; an empty text removes it.
    package var source: String?
    /// Percent; -1 removes the confidence. Range: -1...100.
    package var confidence: Int?
    /// New description; an empty text removes it.
    package var description: String?

    private enum CodingKeys: String, CodingKey {
        case kind, pattern, enabled, source, confidence, description
        case caseSensitive = "case_sensitive"
        case newPattern = "new_pattern"
        case newCaseSensitive = "new_case_sensitive"
        case type = "device_type"
    }

    package init(
        kind: PatternKind, pattern: String, caseSensitive: Bool? = nil, newPattern: String? = nil,
        newCaseSensitive: Bool? = nil, type: String? = nil, enabled: Bool? = nil, source: String? = nil,
        confidence: Int? = nil, description: String? = nil
    ) {
        self.kind = kind
        self.pattern = pattern
        self.caseSensitive = caseSensitive
        self.newPattern = newPattern
        self.newCaseSensitive = newCaseSensitive
        self.type = type
        self.enabled = enabled
        self.source = source
        self.confidence = confidence
        self.description = description
    }
}

/// Body of `POST /v1/patterns/remove`: patterns to remove, all of them or none.
package struct PatternSelection: Codable, Sendable, Hashable {
    /// 1...1,000 patterns.
    package var patterns: [PatternReference]

    package init(patterns: [PatternReference]) {
        self.patterns = patterns
    }
}

/// Body of `POST /v1/patterns/switch`: patterns to enable or disable, all of them or none.
package struct PatternSwitch: Codable, Sendable, Hashable {
    package var enabled: Bool
    /// 1...1,000 patterns.
    package var patterns: [PatternReference]

    package init(enabled: Bool, patterns: [PatternReference]) {
        self.enabled = enabled
        self.patterns = patterns
    }
}

/// Body of `POST /v1/patterns/import`: a file of patterns.
package struct PatternImportOrder: Codable, Sendable, Hashable {
    /// Text of the file, at most 8 MiB.
    package var text: String
    /// Whether to report only what would happen; default: false.
    package var dryRun: Bool?
    /// Whether to import the rest if some rows are refused; default: false.
    package var skipBad: Bool?

    private enum CodingKeys: String, CodingKey {
        case text
        case dryRun = "dry_run"
        case skipBad = "skip_bad"
    }

    package init(text: String, dryRun: Bool? = nil, skipBad: Bool? = nil) {
        self.text = text
        self.dryRun = dryRun
        self.skipBad = skipBad
    }
}

/// Body of `POST /v1/patterns/validate`.
package struct PatternValidationOrder: Codable, Sendable, Hashable {
    /// Text of a file of at most 8 MiB; default: the patterns of the store.
    package var text: String?

    package init(text: String? = nil) {
        self.text = text
    }
}

/// Properties of a device, at least one of them.
package struct PatternQuestion: Codable, Sendable, Hashable {
    /// Name of a Wi-Fi network: at most 32 bytes.
    package var ssid: String?
    /// A Wi-Fi or Bluetooth address.
    package var address: String?
    /// Name in a Bluetooth advertisement: at most 248 bytes.
    package var name: String?
    /// Service UUIDs in a Bluetooth advertisement.
    package var uuids: [String]?
    /// Companies in a Bluetooth advertisement, such as 09c8.
    package var manufacturers: [String]?

    package init(
        ssid: String? = nil, address: String? = nil, name: String? = nil, uuids: [String]? = nil,
        manufacturers: [String]? = nil
    ) {
        self.ssid = ssid
        self.address = address
        self.name = name
        self.uuids = uuids
        self.manufacturers = manufacturers
    }
}

/// Body of `POST /v1/patterns/reset`: sets of the program to reset.
package struct PatternReset: Codable, Sendable, Hashable {
    /// `standard` and `sourced`; default: the sets that were loaded before.
    package var sets: [String]?
    /// Allows changes that users made to the sets to be lost. Without it, a reset that would lose changes does nothing
    /// and fails with `needs-consent`.
    package var mayRemove: Bool?

    private enum CodingKeys: String, CodingKey {
        case sets
        case mayRemove = "may_remove"
    }

    package init(sets: [String]? = nil, mayRemove: Bool? = nil) {
        self.sets = sets
        self.mayRemove = mayRemove
    }
}

/// Body of `POST /v1/patterns/undo`.
package struct PatternUndo: Codable, Sendable, Hashable {
    /// Allows changes that were made after the step to be lost. Without it, an undo that would lose changes does
    /// nothing and fails with `needs-consent`.
    package var mayRemove: Bool?

    private enum CodingKeys: String, CodingKey {
        case mayRemove = "may_remove"
    }

    package init(mayRemove: Bool? = nil) {
        self.mayRemove = mayRemove
    }
}

/// The answer of `POST /v1/patterns/undo`: the step that was undone.
package struct PatternUndone: Codable, Sendable, Hashable {
    package var cause: PatternUndoCause
    /// Time of the step.
    package var at: Timestamp

    package init(cause: PatternUndoCause, at: Timestamp) {
        self.cause = cause
        self.at = at
    }
}

/// A pattern by which devices are recognised.
package struct PatternDescription: Codable, Sendable, Hashable {
    package var kind: PatternKind
    /// Part of a name, beginning of an address, UUID in its shortest form, or a company's four digits.
    package var pattern: String
    /// Type of the devices that match.
    package var type: String
    /// Whether the pattern is used.
    package var enabled: Bool
    /// Whether the pattern is case-sensitive; only for an SSID.
    package var caseSensitive: Bool
    /// Set of the program that the pattern came with; absent if a user added it.
    package var set: String?
    /// Whether a user changed a pattern that came with the program.
    package var edited: Bool
    /// Source of the pattern.
    package var source: String?
    /// Confidence that a match is a device of this type, in percent. Range: 0...100.
    package var confidence: Int?
    /// Description for people.
    package var description: String?
    package var created: Timestamp
    package var updated: Timestamp

    private enum CodingKeys: String, CodingKey {
        case kind, pattern, enabled, set, edited, source, confidence, description, created, updated
        case type = "device_type"
        case caseSensitive = "case_sensitive"
    }

    package init(
        kind: PatternKind, pattern: String, type: String, enabled: Bool, caseSensitive: Bool, set: String? = nil,
        edited: Bool, source: String? = nil, confidence: Int? = nil, description: String? = nil, created: Timestamp,
        updated: Timestamp
    ) {
        self.kind = kind
        self.pattern = pattern
        self.type = type
        self.enabled = enabled
        self.caseSensitive = caseSensitive
        self.set = set
        self.edited = edited
        self.source = source
        self.confidence = confidence
        self.description = description
        self.created = created
        self.updated = updated
    }
}

/// The answer of `GET /v1/patterns`.
package struct PatternList: Codable, Sendable, Hashable {
    /// Patterns, ordered by kind, then in the order in which they were added.
    package var patterns: [PatternDescription]
    /// Number of all patterns in the store, regardless of the filter. Range: 0...20,000.
    package var total: Int
    package var nearDuplicates: PatternNotes

    private enum CodingKeys: String, CodingKey {
        case patterns, total
        case nearDuplicates = "near_duplicates"
    }

    package init(patterns: [PatternDescription], total: Int, nearDuplicates: PatternNotes) {
        self.patterns = patterns
        self.total = total
        self.nearDuplicates = nearDuplicates
    }
}

/// Pairs of similar patterns, one of which may be superfluous or a mistake.
package struct PatternNotes: Codable, Sendable, Hashable {
    /// Number of pairs.
    package var count: Int
    /// The first 1,000 pairs.
    package var notes: [PatternNote]

    package init(count: Int, notes: [PatternNote]) {
        self.count = count
        self.notes = notes
    }
}

/// Two similar patterns.
package struct PatternNote: Codable, Sendable, Hashable {
    package var relation: NearDuplicate.Relation
    /// The pattern that never matches alone, or the later one.
    package var pattern: PatternReference
    package var other: PatternReference
    /// Whether both are enabled.
    package var effective: Bool

    package init(
        relation: NearDuplicate.Relation, pattern: PatternReference, other: PatternReference, effective: Bool
    ) {
        self.relation = relation
        self.pattern = pattern
        self.other = other
        self.effective = effective
    }
}

/// The answer after adding or changing patterns: their new state, and similar patterns.
package struct PatternChanges: Codable, Sendable, Hashable {
    package var patterns: [PatternDescription]
    package var nearDuplicates: PatternNotes

    private enum CodingKeys: String, CodingKey {
        case patterns
        case nearDuplicates = "near_duplicates"
    }

    package init(patterns: [PatternDescription], nearDuplicates: PatternNotes) {
        self.patterns = patterns
        self.nearDuplicates = nearDuplicates
    }
}

/// The answer of `POST /v1/patterns/import`.
package struct PatternImportReport: Codable, Sendable, Hashable {
    package var format: PatternFile.Format
    /// Whether only a report was requested and nothing was changed.
    package var dryRun: Bool
    package var added: Int
    package var changed: Int
    package var unchanged: Int
    /// Rows left out because the same pattern is in the file before.
    package var repeated: Int
    /// Rows left out because they are not patterns or settings.
    package var refused: Int
    /// All rows except unchanged ones.
    package var rows: [PatternImportRow]
    /// Number of further rows that are not listed.
    package var rowsLeftOut: Int
    /// Scan settings that change.
    package var settings: [String: Int]
    /// Unknown keys and columns, the first 100.
    package var unknownKeys: [String]
    package var unknownKeyCount: Int
    /// Patterns similar to added or changed ones.
    package var nearDuplicates: PatternNotes

    private enum CodingKeys: String, CodingKey {
        case format, added, changed, unchanged, repeated, refused, rows, settings
        case dryRun = "dry_run"
        case rowsLeftOut = "rows_left_out"
        case unknownKeys = "unknown_keys"
        case unknownKeyCount = "unknown_key_count"
        case nearDuplicates = "near_duplicates"
    }

    package init(
        format: PatternFile.Format, dryRun: Bool, added: Int = 0, changed: Int = 0, unchanged: Int = 0,
        repeated: Int = 0, refused: Int = 0, rows: [PatternImportRow] = [], rowsLeftOut: Int = 0,
        settings: [String: Int] = [:], unknownKeys: [String] = [], unknownKeyCount: Int = 0,
        nearDuplicates: PatternNotes = PatternNotes(count: 0, notes: [])
    ) {
        self.format = format
        self.dryRun = dryRun
        self.added = added
        self.changed = changed
        self.unchanged = unchanged
        self.repeated = repeated
        self.refused = refused
        self.rows = rows
        self.rowsLeftOut = rowsLeftOut
        self.settings = settings
        self.unknownKeys = unknownKeys
        self.unknownKeyCount = unknownKeyCount
        self.nearDuplicates = nearDuplicates
    }
}

/// Result for one row of a file.
package struct PatternImportRow: Codable, Sendable, Hashable {
    /// Place in the file, such as `line 3` or `macPrefixes[2]`.
    package var place: String
    package var outcome: ImportOutcome
    /// The pattern; absent if the row is refused.
    package var pattern: PatternDefinition?
    /// The pattern before the change.
    package var was: PatternDefinition?
    /// Place of the same pattern earlier in the file.
    package var repeats: String?
    /// Reason as a sentence.
    package var reason: String?

    package init(
        place: String, outcome: ImportOutcome, pattern: PatternDefinition? = nil, was: PatternDefinition? = nil,
        repeats: String? = nil, reason: String? = nil
    ) {
        self.place = place
        self.outcome = outcome
        self.pattern = pattern
        self.was = was
        self.repeats = repeats
        self.reason = reason
    }
}

/// The answer of `GET /v1/patterns/export`.
package struct PatternExport: Codable, Sendable, Hashable {
    package var format: PatternFile.Format
    /// The file.
    package var text: String
    /// Number of patterns in the file.
    package var count: Int
    /// Number of patterns of kinds that the format does not support.
    package var leftOut: Int

    private enum CodingKeys: String, CodingKey {
        case format, text, count
        case leftOut = "left_out"
    }

    package init(format: PatternFile.Format, text: String, count: Int, leftOut: Int) {
        self.format = format
        self.text = text
        self.count = count
        self.leftOut = leftOut
    }
}

/// The answer of `POST /v1/patterns/validate`.
package struct PatternValidation: Codable, Sendable, Hashable {
    package var kinds: [PatternKindCount]
    /// Rows of the file that are not patterns, the first 1,000; empty for the patterns of the store.
    package var refused: [PatternImportRow]
    package var refusedCount: Int
    package var repeatedCount: Int
    package var unknownKeys: [String]
    package var unknownKeyCount: Int
    package var nearDuplicates: PatternNotes
    /// For each kind of device, whether the enabled patterns fit.
    package var devices: [PatternFit]

    private enum CodingKeys: String, CodingKey {
        case kinds, refused, devices
        case refusedCount = "refused_count"
        case repeatedCount = "repeated_count"
        case unknownKeys = "unknown_keys"
        case unknownKeyCount = "unknown_key_count"
        case nearDuplicates = "near_duplicates"
    }

    package init(
        kinds: [PatternKindCount], refused: [PatternImportRow] = [], refusedCount: Int = 0, repeatedCount: Int = 0,
        unknownKeys: [String] = [], unknownKeyCount: Int = 0, nearDuplicates: PatternNotes, devices: [PatternFit] = []
    ) {
        self.kinds = kinds
        self.refused = refused
        self.refusedCount = refusedCount
        self.repeatedCount = repeatedCount
        self.unknownKeys = unknownKeys
        self.unknownKeyCount = unknownKeyCount
        self.nearDuplicates = nearDuplicates
        self.devices = devices
    }
}

/// Whether the enabled patterns fit into a kind of device.
package struct PatternFit: Codable, Sendable, Hashable {
    /// Name of the device profile.
    package var device: String
    /// Name of the device for people.
    package var title: String
    /// Size of the config with the enabled patterns, in bytes.
    package var bytes: Int
    /// Limits that the config exceeds.
    package var excess: [PatternExcess]

    package init(device: String, title: String, bytes: Int, excess: [PatternExcess]) {
        self.device = device
        self.title = title
        self.bytes = bytes
        self.excess = excess
    }
}

/// The answer of `POST /v1/patterns/match`.
package struct PatternMatches: Codable, Sendable, Hashable {
    package var matches: [MatchedPattern]

    package init(matches: [MatchedPattern]) {
        self.matches = matches
    }
}

/// The answer of `POST /v1/patterns/reset`.
package struct PatternResetReport: Codable, Sendable, Hashable {
    package var sets: [PatternSetReport]

    package init(sets: [PatternSetReport]) {
        self.sets = sets
    }
}

/// Number of patterns of one kind.
package struct PatternKindCount: Codable, Sendable, Hashable {
    package var kind: PatternKind
    package var count: Int
    package var enabled: Int

    package init(kind: PatternKind, count: Int, enabled: Int) {
        self.kind = kind
        self.count = count
        self.enabled = enabled
    }
}

/// A limit of a device that the enabled patterns exceed.
package struct PatternExcess: Codable, Sendable, Hashable {
    /// `entries`, `address-digits`, `text`, `saved`, `pool` or `readable`.
    package var limit: String
    /// Kind of pattern that the limit is about.
    package var kind: PatternKind?
    package var count: Int
    package var most: Int
    /// Patterns to disable so that the config fits, least confident first.
    package var disable: [PatternReference]
    /// Number of patterns to disable.
    package var disableCount: Int

    private enum CodingKeys: String, CodingKey {
        case limit, kind, count, most, disable
        case disableCount = "disable_count"
    }

    package init(
        limit: String, kind: PatternKind? = nil, count: Int, most: Int, disable: [PatternReference], disableCount: Int
    ) {
        self.limit = limit
        self.kind = kind
        self.count = count
        self.most = most
        self.disable = disable
        self.disableCount = disableCount
    }
}

/// A matching pattern and the property that it matches.
package struct MatchedPattern: Codable, Sendable, Hashable {
    package var pattern: PatternDescription
    /// Property of the question that the pattern matches.
    package var value: String
    /// Reason as a sentence.
    package var reason: String

    package init(pattern: PatternDescription, value: String, reason: String) {
        self.pattern = pattern
        self.value = value
        self.reason = reason
    }
}

/// Result of the reset of one set.
package struct PatternSetReport: Codable, Sendable, Hashable {
    package var name: String
    package var version: Int
    package var added: Int
    package var updated: Int
    package var removed: Int
    /// Patterns left unchanged because a user added the same pattern.
    package var kept: Int

    package init(name: String, version: Int, added: Int, updated: Int, removed: Int, kept: Int) {
        self.name = name
        self.version = version
        self.added = added
        self.updated = updated
        self.removed = removed
        self.kept = kept
    }
}

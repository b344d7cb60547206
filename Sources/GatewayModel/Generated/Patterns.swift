// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import FlockFinder
import JSONLines

package enum PatternUndoCause: String, Word {
    case pull, sync, `import` = "import", resetDefaults = "reset-defaults"
}

package enum ImportOutcome: String, Word {
    case added, changed, repeated, refused
}

/// Which pattern is meant
package struct PatternReference: Codable, Sendable, Hashable {
    package var kind: PatternKind
    /// Its text, in any usual spelling.
    package var pattern: String
    /// Which one of an SSID is meant that is there twice.
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

/// Body of `POST /v1/patterns`: a pattern to add
package struct PatternDefinition: Codable, Sendable, Hashable {
    package var kind: PatternKind
    /// In any usual spelling: an SSID of 1 to 32 bytes, a name of 1 to 248, an address of 6 to 12 digits from its
    /// beginning, a UUID, a company of four digits; no control characters.
    package var pattern: String
    /// What has it: 1 to 64 bytes.
    package var type: String
    /// True unless said.
    package var enabled: Bool?
    /// Whether capitals count, of an SSID; false unless said.
    package var caseSensitive: Bool?
    /// Who says so: at most 200 bytes.
    package var source: String?
    /// Percent. 0...100.
    package var confidence: Int?
    /// For people: at most 500 bytes.
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

/// Body of `POST /v1/patterns/edit`: what is to be otherwise of a pattern. What is left out stays
package struct PatternEdit: Codable, Sendable, Hashable {
    package var kind: PatternKind
    package var pattern: String
    /// Which one of an SSID is meant that is there twice.
    package var caseSensitive: Bool?
    /// Another text.
    package var newPattern: String?
    package var newCaseSensitive: Bool?
    package var type: String?
    package var enabled: Bool?
    /// An empty one takes it away.
    package var source: String?
    /// Percent; -1 takes it away. -1...100.
    package var confidence: Int?
    /// An empty one takes it away.
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

/// Body of `POST /v1/patterns/remove`: patterns to remove, all or none
package struct PatternSelection: Codable, Sendable, Hashable {
    /// 1...1,000.
    package var patterns: [PatternReference]

    package init(patterns: [PatternReference]) {
        self.patterns = patterns
    }
}

/// Body of `POST /v1/patterns/switch`: patterns to switch on or off, all or none
package struct PatternSwitch: Codable, Sendable, Hashable {
    package var enabled: Bool
    /// 1...1,000.
    package var patterns: [PatternReference]

    package init(enabled: Bool, patterns: [PatternReference]) {
        self.enabled = enabled
        self.patterns = patterns
    }
}

/// Body of `POST /v1/patterns/import`: a file of patterns
package struct PatternImportOrder: Codable, Sendable, Hashable {
    /// The file: at most 8 MiB.
    package var text: String
    /// Only tell what would happen; false unless said.
    package var dryRun: Bool?
    /// Import the rest where something is refused; false unless said.
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

/// Body of `POST /v1/patterns/validate`
package struct PatternValidationOrder: Codable, Sendable, Hashable {
    /// A file of at most 8 MiB; without it what is kept.
    package var text: String?

    package init(text: String? = nil) {
        self.text = text
    }
}

/// At least one of them
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

/// Body of `POST /v1/patterns/reset`: sets that come with the program, to be as they came
package struct PatternReset: Codable, Sendable, Hashable {
    /// `standard` and `sourced`; those that were loaded before unless said.
    package var sets: [String]?
    /// Whether what somebody has changed of them may go. Unless it is true, and where something would, nothing is
    /// changed, and it fails with `needs-consent`.
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

/// Body of `POST /v1/patterns/undo`
package struct PatternUndo: Codable, Sendable, Hashable {
    /// Whether what was changed after the step may go. Unless it is true, and where something would, nothing is
    /// changed, and it fails with `needs-consent`.
    package var mayRemove: Bool?

    private enum CodingKeys: String, CodingKey {
        case mayRemove = "may_remove"
    }

    package init(mayRemove: Bool? = nil) {
        self.mayRemove = mayRemove
    }
}

/// Answer to `POST /v1/patterns/undo`: what was taken back
package struct PatternUndone: Codable, Sendable, Hashable {
    package var cause: PatternUndoCause
    /// When that was.
    package var at: Timestamp

    package init(cause: PatternUndoCause, at: Timestamp) {
        self.cause = cause
        self.at = at
    }
}

/// A pattern by which devices are recognised
package struct PatternDescription: Codable, Sendable, Hashable {
    package var kind: PatternKind
    /// A part of a name, the beginning of an address, a UUID as short as it can be, or a company's four digits.
    package var pattern: String
    /// What has it.
    package var type: String
    /// Whether it counts.
    package var enabled: Bool
    /// Whether capitals count; only of an SSID.
    package var caseSensitive: Bool
    /// The set of the program that it came with; absent where somebody added it.
    package var set: String?
    /// Whether somebody changed one that came with the program.
    package var edited: Bool
    /// Who says so.
    package var source: String?
    /// How sure it is that what matches is such a device, percent. 0...100.
    package var confidence: Int?
    /// For people.
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

/// The answer of `GET /v1/patterns`
package struct PatternList: Codable, Sendable, Hashable {
    /// In the order of kinds, and in that in which they were added.
    package var patterns: [PatternDescription]
    /// How many are kept, whatever was asked for. 0...20,000.
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

/// Patterns of which one may be superfluous or a slip
package struct PatternNotes: Codable, Sendable, Hashable {
    /// How many there are.
    package var count: Int
    /// The first 1,000 of them.
    package var notes: [PatternNote]

    package init(count: Int, notes: [PatternNote]) {
        self.count = count
        self.notes = notes
    }
}

/// Two patterns that are alike
package struct PatternNote: Codable, Sendable, Hashable {
    package var relation: NearDuplicate.Relation
    /// The one that never matches alone, or comes later.
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

/// The answer where patterns were added or changed: how they are now, and what they are alike to
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

/// The answer of `POST /v1/patterns/import`
package struct PatternImportReport: Codable, Sendable, Hashable {
    package var format: PatternFile.Format
    /// Whether nothing was changed because only a report was asked for.
    package var dryRun: Bool
    package var added: Int
    package var changed: Int
    package var unchanged: Int
    /// Left out because the same pattern stands in the file before.
    package var repeated: Int
    /// Left out because they are no patterns or settings.
    package var refused: Int
    /// Everything but what is unchanged.
    package var rows: [PatternImportRow]
    /// How many more rows there are to tell of.
    package var rowsLeftOut: Int
    /// Scan settings that change.
    package var settings: [String: Int]
    /// Keys and columns that mean nothing here, the first 100 of them.
    package var unknownKeys: [String]
    package var unknownKeyCount: Int
    /// Of what is added or changed.
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

/// What becomes of a row of a file
package struct PatternImportRow: Codable, Sendable, Hashable {
    /// Such as `line 3` or `macPrefixes[2]`.
    package var place: String
    package var outcome: ImportOutcome
    /// Absent where it is refused.
    package var pattern: PatternDefinition?
    /// What it was before, where it is changed.
    package var was: PatternDefinition?
    /// Where the same pattern stands before.
    package var repeats: String?
    /// In words.
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

/// The answer of `GET /v1/patterns/export`
package struct PatternExport: Codable, Sendable, Hashable {
    package var format: PatternFile.Format
    /// The file.
    package var text: String
    /// Patterns in it.
    package var count: Int
    /// Patterns of a kind that the format cannot tell.
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

/// The answer of `POST /v1/patterns/validate`
package struct PatternValidation: Codable, Sendable, Hashable {
    package var kinds: [PatternKindCount]
    /// Rows of the file that are no patterns, the first 1,000; of what is kept there are none.
    package var refused: [PatternImportRow]
    package var refusedCount: Int
    package var repeatedCount: Int
    package var unknownKeys: [String]
    package var unknownKeyCount: Int
    package var nearDuplicates: PatternNotes
    /// How what is enabled fits into devices.
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

/// Whether the enabled patterns fit into a kind of device
package struct PatternFit: Codable, Sendable, Hashable {
    /// Name of the device profile.
    package var device: String
    /// What it is, for people.
    package var title: String
    /// Of the config with what is enabled.
    package var bytes: Int
    /// Limits that it is over.
    package var excess: [PatternExcess]

    package init(device: String, title: String, bytes: Int, excess: [PatternExcess]) {
        self.device = device
        self.title = title
        self.bytes = bytes
        self.excess = excess
    }
}

/// The answer of `POST /v1/patterns/match`
package struct PatternMatches: Codable, Sendable, Hashable {
    package var matches: [MatchedPattern]

    package init(matches: [MatchedPattern]) {
        self.matches = matches
    }
}

/// The answer of `POST /v1/patterns/reset`
package struct PatternResetReport: Codable, Sendable, Hashable {
    package var sets: [PatternSetReport]

    package init(sets: [PatternSetReport]) {
        self.sets = sets
    }
}

/// How many patterns there are of a kind
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

/// A limit of a device that the enabled patterns are over
package struct PatternExcess: Codable, Sendable, Hashable {
    /// `entries`, `address-digits`, `text`, `saved`, `pool` or `readable`.
    package var limit: String
    /// Of what.
    package var kind: PatternKind?
    package var count: Int
    package var most: Int
    /// Patterns without which it fits, those that are least sure first.
    package var disable: [PatternReference]
    /// How many they are.
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

/// A pattern that matches, and what it matches
package struct MatchedPattern: Codable, Sendable, Hashable {
    package var pattern: PatternDescription
    /// What of the question it matches.
    package var value: String
    /// In words.
    package var reason: String

    package init(pattern: PatternDescription, value: String, reason: String) {
        self.pattern = pattern
        self.value = value
        self.reason = reason
    }
}

/// What bringing a set to what it came as did
package struct PatternSetReport: Codable, Sendable, Hashable {
    package var name: String
    package var version: Int
    package var added: Int
    package var updated: Int
    package var removed: Int
    /// Left alone because somebody added the same pattern.
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

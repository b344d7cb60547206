// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import FlockFinder
import JSONLines

public enum PatternUndoCause: String, Word {
    case pull, sync, `import` = "import", resetDefaults = "reset-defaults"
}

public enum ImportOutcome: String, Word {
    case added, changed, repeated, refused
}

/// Which pattern is meant
public struct PatternReference: Codable, Sendable, Hashable {
    public var kind: PatternKind
    /// Its text, in any usual spelling.
    public var pattern: String
    /// Which one of an SSID is meant that is there twice.
    public var caseSensitive: Bool?

    private enum CodingKeys: String, CodingKey {
        case kind, pattern
        case caseSensitive = "case_sensitive"
    }

    public init(kind: PatternKind, pattern: String, caseSensitive: Bool? = nil) {
        self.kind = kind
        self.pattern = pattern
        self.caseSensitive = caseSensitive
    }
}

/// Body of `POST /v1/patterns`: a pattern to add
public struct PatternDefinition: Codable, Sendable, Hashable {
    public var kind: PatternKind
    /// In any usual spelling: an SSID of 1 to 32 bytes, a name of 1 to 248, an address of 6 to 12 digits from its
    /// beginning, a UUID, a company of four digits; no control characters.
    public var pattern: String
    /// What has it: 1 to 64 bytes.
    public var type: String
    /// True unless said.
    public var enabled: Bool?
    /// Whether capitals count, of an SSID; false unless said.
    public var caseSensitive: Bool?
    /// Who says so: at most 200 bytes.
    public var source: String?
    /// Percent. 0...100.
    public var confidence: Int?
    /// For people: at most 500 bytes.
    public var description: String?

    private enum CodingKeys: String, CodingKey {
        case kind, pattern, enabled, source, confidence, description
        case type = "device_type"
        case caseSensitive = "case_sensitive"
    }

    public init(
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
public struct PatternEdit: Codable, Sendable, Hashable {
    public var kind: PatternKind
    public var pattern: String
    /// Which one of an SSID is meant that is there twice.
    public var caseSensitive: Bool?
    /// Another text.
    public var newPattern: String?
    public var newCaseSensitive: Bool?
    public var type: String?
    public var enabled: Bool?
    /// An empty one takes it away.
    public var source: String?
    /// Percent; -1 takes it away. -1...100.
    public var confidence: Int?
    /// An empty one takes it away.
    public var description: String?

    private enum CodingKeys: String, CodingKey {
        case kind, pattern, enabled, source, confidence, description
        case caseSensitive = "case_sensitive"
        case newPattern = "new_pattern"
        case newCaseSensitive = "new_case_sensitive"
        case type = "device_type"
    }

    public init(
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
public struct PatternSelection: Codable, Sendable, Hashable {
    /// 1...1,000.
    public var patterns: [PatternReference]

    public init(patterns: [PatternReference]) {
        self.patterns = patterns
    }
}

/// Body of `POST /v1/patterns/switch`: patterns to switch on or off, all or none
public struct PatternSwitch: Codable, Sendable, Hashable {
    public var enabled: Bool
    /// 1...1,000.
    public var patterns: [PatternReference]

    public init(enabled: Bool, patterns: [PatternReference]) {
        self.enabled = enabled
        self.patterns = patterns
    }
}

/// Body of `POST /v1/patterns/import`: a file of patterns
public struct PatternImportOrder: Codable, Sendable, Hashable {
    /// The file: at most 8 MiB.
    public var text: String
    /// Only tell what would happen; false unless said.
    public var dryRun: Bool?
    /// Import the rest where something is refused; false unless said.
    public var skipBad: Bool?

    private enum CodingKeys: String, CodingKey {
        case text
        case dryRun = "dry_run"
        case skipBad = "skip_bad"
    }

    public init(text: String, dryRun: Bool? = nil, skipBad: Bool? = nil) {
        self.text = text
        self.dryRun = dryRun
        self.skipBad = skipBad
    }
}

/// Body of `POST /v1/patterns/validate`
public struct PatternValidationOrder: Codable, Sendable, Hashable {
    /// A file of at most 8 MiB; without it what is kept.
    public var text: String?

    public init(text: String? = nil) {
        self.text = text
    }
}

/// At least one of them
public struct PatternQuestion: Codable, Sendable, Hashable {
    /// Name of a Wi-Fi network: at most 32 bytes.
    public var ssid: String?
    /// A Wi-Fi or Bluetooth address.
    public var address: String?
    /// Name in a Bluetooth advertisement: at most 248 bytes.
    public var name: String?
    /// Service UUIDs in a Bluetooth advertisement.
    public var uuids: [String]?
    /// Companies in a Bluetooth advertisement, such as 09c8.
    public var manufacturers: [String]?

    public init(
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
public struct PatternReset: Codable, Sendable, Hashable {
    /// `standard` and `sourced`; those that were loaded before unless said.
    public var sets: [String]?
    /// Whether what somebody has changed of them may go. Unless it is true, and where something would, nothing is
    /// changed, and it fails with `needs-consent`.
    public var mayRemove: Bool?

    private enum CodingKeys: String, CodingKey {
        case sets
        case mayRemove = "may_remove"
    }

    public init(sets: [String]? = nil, mayRemove: Bool? = nil) {
        self.sets = sets
        self.mayRemove = mayRemove
    }
}

/// Body of `POST /v1/patterns/undo`
public struct PatternUndo: Codable, Sendable, Hashable {
    /// Whether what was changed after the step may go. Unless it is true, and where something would, nothing is
    /// changed, and it fails with `needs-consent`.
    public var mayRemove: Bool?

    private enum CodingKeys: String, CodingKey {
        case mayRemove = "may_remove"
    }

    public init(mayRemove: Bool? = nil) {
        self.mayRemove = mayRemove
    }
}

/// Answer to `POST /v1/patterns/undo`: what was taken back
public struct PatternUndone: Codable, Sendable, Hashable {
    public var cause: PatternUndoCause
    /// When that was.
    public var at: Timestamp

    public init(cause: PatternUndoCause, at: Timestamp) {
        self.cause = cause
        self.at = at
    }
}

/// A pattern by which devices are recognised
public struct PatternDescription: Codable, Sendable, Hashable {
    public var kind: PatternKind
    /// A part of a name, the beginning of an address, a UUID as short as it can be, or a company's four digits.
    public var pattern: String
    /// What has it.
    public var type: String
    /// Whether it counts.
    public var enabled: Bool
    /// Whether capitals count; only of an SSID.
    public var caseSensitive: Bool
    /// The set of the program that it came with; absent where somebody added it.
    public var set: String?
    /// Whether somebody changed one that came with the program.
    public var edited: Bool
    /// Who says so.
    public var source: String?
    /// How sure it is that what matches is such a device, percent. 0...100.
    public var confidence: Int?
    /// For people.
    public var description: String?
    public var created: Timestamp
    public var updated: Timestamp

    private enum CodingKeys: String, CodingKey {
        case kind, pattern, enabled, set, edited, source, confidence, description, created, updated
        case type = "device_type"
        case caseSensitive = "case_sensitive"
    }

    public init(
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
public struct PatternList: Codable, Sendable, Hashable {
    /// In the order of kinds, and in that in which they were added.
    public var patterns: [PatternDescription]
    /// How many are kept, whatever was asked for. 0...20,000.
    public var total: Int
    public var nearDuplicates: PatternNotes

    private enum CodingKeys: String, CodingKey {
        case patterns, total
        case nearDuplicates = "near_duplicates"
    }

    public init(patterns: [PatternDescription], total: Int, nearDuplicates: PatternNotes) {
        self.patterns = patterns
        self.total = total
        self.nearDuplicates = nearDuplicates
    }
}

/// Patterns of which one may be superfluous or a slip
public struct PatternNotes: Codable, Sendable, Hashable {
    /// How many there are.
    public var count: Int
    /// The first 1,000 of them.
    public var notes: [PatternNote]

    public init(count: Int, notes: [PatternNote]) {
        self.count = count
        self.notes = notes
    }
}

/// Two patterns that are alike
public struct PatternNote: Codable, Sendable, Hashable {
    public var relation: NearDuplicate.Relation
    /// The one that never matches alone, or comes later.
    public var pattern: PatternReference
    public var other: PatternReference
    /// Whether both are enabled.
    public var effective: Bool

    public init(relation: NearDuplicate.Relation, pattern: PatternReference, other: PatternReference, effective: Bool) {
        self.relation = relation
        self.pattern = pattern
        self.other = other
        self.effective = effective
    }
}

/// The answer where patterns were added or changed: how they are now, and what they are alike to
public struct PatternChanges: Codable, Sendable, Hashable {
    public var patterns: [PatternDescription]
    public var nearDuplicates: PatternNotes

    private enum CodingKeys: String, CodingKey {
        case patterns
        case nearDuplicates = "near_duplicates"
    }

    public init(patterns: [PatternDescription], nearDuplicates: PatternNotes) {
        self.patterns = patterns
        self.nearDuplicates = nearDuplicates
    }
}

/// The answer of `POST /v1/patterns/import`
public struct PatternImportReport: Codable, Sendable, Hashable {
    public var format: PatternFile.Format
    /// Whether nothing was changed because only a report was asked for.
    public var dryRun: Bool
    public var added: Int
    public var changed: Int
    public var unchanged: Int
    /// Left out because the same pattern stands in the file before.
    public var repeated: Int
    /// Left out because they are no patterns or settings.
    public var refused: Int
    /// Everything but what is unchanged.
    public var rows: [PatternImportRow]
    /// How many more rows there are to tell of.
    public var rowsLeftOut: Int
    /// Scan settings that change.
    public var settings: [String: Int]
    /// Keys and columns that mean nothing here, the first 100 of them.
    public var unknownKeys: [String]
    public var unknownKeyCount: Int
    /// Of what is added or changed.
    public var nearDuplicates: PatternNotes

    private enum CodingKeys: String, CodingKey {
        case format, added, changed, unchanged, repeated, refused, rows, settings
        case dryRun = "dry_run"
        case rowsLeftOut = "rows_left_out"
        case unknownKeys = "unknown_keys"
        case unknownKeyCount = "unknown_key_count"
        case nearDuplicates = "near_duplicates"
    }

    public init(
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
public struct PatternImportRow: Codable, Sendable, Hashable {
    /// Such as `line 3` or `macPrefixes[2]`.
    public var place: String
    public var outcome: ImportOutcome
    /// Absent where it is refused.
    public var pattern: PatternDefinition?
    /// What it was before, where it is changed.
    public var was: PatternDefinition?
    /// Where the same pattern stands before.
    public var repeats: String?
    /// In words.
    public var reason: String?

    public init(
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
public struct PatternExport: Codable, Sendable, Hashable {
    public var format: PatternFile.Format
    /// The file.
    public var text: String
    /// Patterns in it.
    public var count: Int
    /// Patterns of a kind that the format cannot tell.
    public var leftOut: Int

    private enum CodingKeys: String, CodingKey {
        case format, text, count
        case leftOut = "left_out"
    }

    public init(format: PatternFile.Format, text: String, count: Int, leftOut: Int) {
        self.format = format
        self.text = text
        self.count = count
        self.leftOut = leftOut
    }
}

/// The answer of `POST /v1/patterns/validate`
public struct PatternValidation: Codable, Sendable, Hashable {
    public var kinds: [PatternKindCount]
    /// Rows of the file that are no patterns, the first 1,000; of what is kept there are none.
    public var refused: [PatternImportRow]
    public var refusedCount: Int
    public var repeatedCount: Int
    public var unknownKeys: [String]
    public var unknownKeyCount: Int
    public var nearDuplicates: PatternNotes
    /// How what is enabled fits into devices.
    public var devices: [PatternFit]

    private enum CodingKeys: String, CodingKey {
        case kinds, refused, devices
        case refusedCount = "refused_count"
        case repeatedCount = "repeated_count"
        case unknownKeys = "unknown_keys"
        case unknownKeyCount = "unknown_key_count"
        case nearDuplicates = "near_duplicates"
    }

    public init(
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
public struct PatternFit: Codable, Sendable, Hashable {
    /// Name of the device profile.
    public var device: String
    /// What it is, for people.
    public var title: String
    /// Of the config with what is enabled.
    public var bytes: Int
    /// Limits that it is over.
    public var excess: [PatternExcess]

    public init(device: String, title: String, bytes: Int, excess: [PatternExcess]) {
        self.device = device
        self.title = title
        self.bytes = bytes
        self.excess = excess
    }
}

/// The answer of `POST /v1/patterns/match`
public struct PatternMatches: Codable, Sendable, Hashable {
    public var matches: [MatchedPattern]

    public init(matches: [MatchedPattern]) {
        self.matches = matches
    }
}

/// The answer of `POST /v1/patterns/reset`
public struct PatternResetReport: Codable, Sendable, Hashable {
    public var sets: [PatternSetReport]

    public init(sets: [PatternSetReport]) {
        self.sets = sets
    }
}

/// How many patterns there are of a kind
public struct PatternKindCount: Codable, Sendable, Hashable {
    public var kind: PatternKind
    public var count: Int
    public var enabled: Int

    public init(kind: PatternKind, count: Int, enabled: Int) {
        self.kind = kind
        self.count = count
        self.enabled = enabled
    }
}

/// A limit of a device that the enabled patterns are over
public struct PatternExcess: Codable, Sendable, Hashable {
    /// `entries`, `address-digits`, `text`, `saved`, `pool` or `readable`.
    public var limit: String
    /// Of what.
    public var kind: PatternKind?
    public var count: Int
    public var most: Int
    /// Patterns without which it fits, those that are least sure first.
    public var disable: [PatternReference]
    /// How many they are.
    public var disableCount: Int

    private enum CodingKeys: String, CodingKey {
        case limit, kind, count, most, disable
        case disableCount = "disable_count"
    }

    public init(
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
public struct MatchedPattern: Codable, Sendable, Hashable {
    public var pattern: PatternDescription
    /// What of the question it matches.
    public var value: String
    /// In words.
    public var reason: String

    public init(pattern: PatternDescription, value: String, reason: String) {
        self.pattern = pattern
        self.value = value
        self.reason = reason
    }
}

/// What bringing a set to what it came as did
public struct PatternSetReport: Codable, Sendable, Hashable {
    public var name: String
    public var version: Int
    public var added: Int
    public var updated: Int
    public var removed: Int
    /// Left alone because somebody added the same pattern.
    public var kept: Int

    public init(name: String, version: Int, added: Int, updated: Int, removed: Int, kept: Int) {
        self.name = name
        self.version = version
        self.added = added
        self.updated = updated
        self.removed = removed
        self.kept = kept
    }
}

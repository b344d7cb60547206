// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import JSONLines

/// Which pattern is meant
public struct PatternReference: Codable, Sendable, Hashable {
    /// `ssid`, `mac`, `ble-name`, `ble-uuid` or `ble-manufacturer`. `ssid`, `mac`, `ble-name`, `ble-uuid` or
    /// `ble-manufacturer`.
    public var kind: String
    /// Its text, in any usual spelling.
    public var pattern: String
    /// Which one of an SSID is meant that is there twice.
    public var caseSensitive: Bool?

    private enum CodingKeys: String, CodingKey {
        case kind, pattern
        case caseSensitive = "case_sensitive"
    }

    public init(kind: String, pattern: String, caseSensitive: Bool? = nil) {
        self.kind = kind
        self.pattern = pattern
        self.caseSensitive = caseSensitive
    }
}

/// Body of `POST /v1/patterns`: a pattern to add
public struct PatternDefinition: Codable, Sendable, Hashable {
    /// As for `PatternReference`. `ssid`, `mac`, `ble-name`, `ble-uuid` or `ble-manufacturer`.
    public var kind: String
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
        kind: String, pattern: String, type: String, enabled: Bool? = nil, caseSensitive: Bool? = nil,
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
    /// `ssid`, `mac`, `ble-name`, `ble-uuid` or `ble-manufacturer`.
    public var kind: String
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
        kind: String, pattern: String, caseSensitive: Bool? = nil, newPattern: String? = nil,
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
    /// `pull`, `sync`, `import` or `reset-defaults`. `pull`, `sync`, `import` or `reset-defaults`.
    public var cause: String
    /// When that was; ISO 8601, in UTC.
    public var at: String

    public init(cause: String, at: String) {
        self.cause = cause
        self.at = at
    }
}

/// A pattern by which devices are recognised
public struct PatternDescription: Codable, Sendable, Hashable {
    /// `ssid`, `mac`, `ble-name`, `ble-uuid` or `ble-manufacturer`. `ssid`, `mac`, `ble-name`, `ble-uuid` or
    /// `ble-manufacturer`.
    public var kind: String
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
        kind: String, pattern: String, type: String, enabled: Bool, caseSensitive: Bool, set: String? = nil,
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
    /// `same-but-for-case`, `contains`, `longer-prefix` or `other-type`. `same-but-for-case`, `contains`,
    /// `longer-prefix` or `other-type`.
    public var relation: String
    /// The one that never matches alone, or comes later.
    public var pattern: PatternReference
    public var other: PatternReference
    /// Whether both are enabled.
    public var effective: Bool

    public init(relation: String, pattern: PatternReference, other: PatternReference, effective: Bool) {
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
    /// `compact`, `nested` or `csv`. `compact`, `nested` or `csv`.
    public var format: String
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
        format: String, dryRun: Bool, added: Int = 0, changed: Int = 0, unchanged: Int = 0, repeated: Int = 0,
        refused: Int = 0, rows: [PatternImportRow] = [], rowsLeftOut: Int = 0, settings: [String: Int] = [:],
        unknownKeys: [String] = [], unknownKeyCount: Int = 0,
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
    /// `added`, `changed`, `repeated` or `refused`. `added`, `changed`, `repeated` or `refused`.
    public var outcome: String
    /// Absent where it is refused.
    public var pattern: PatternDefinition?
    /// What it was before, where it is changed.
    public var was: PatternDefinition?
    /// Where the same pattern stands before.
    public var repeats: String?
    /// In words.
    public var reason: String?

    public init(
        place: String, outcome: String, pattern: PatternDefinition? = nil, was: PatternDefinition? = nil,
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
    /// `compact`, `nested` or `csv`. `compact`, `nested` or `csv`.
    public var format: String
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

    public init(format: String, text: String, count: Int, leftOut: Int) {
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

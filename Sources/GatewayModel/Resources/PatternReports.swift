/// The answer of `POST /v1/patterns/import`.
public struct PatternImportReport: Codable, Sendable, Hashable {
    /// `compact`, `nested` or `csv`.
    public var format: String
    /// Whether nothing was changed because only a report was asked for.
    public var dryRun: Bool
    public var added: Int
    public var changed: Int
    public var unchanged: Int
    /// Left out, because the same pattern stands in the file before.
    public var repeated: Int
    /// Left out, because they are no patterns or no settings.
    public var refused: Int
    /// Everything but what is unchanged, in the order of the file: the first 1,000.
    public var rows: [PatternImportRow]
    /// How many more rows there are to tell of.
    public var rowsLeftOut: Int
    /// Scan settings that change, by their names.
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

    public init(format: String, dryRun: Bool) {
        self.format = format
        self.dryRun = dryRun
        (added, changed, unchanged, repeated, refused, rowsLeftOut, unknownKeyCount) = (0, 0, 0, 0, 0, 0, 0)
        (rows, settings, unknownKeys) = ([], [:], [])
        nearDuplicates = PatternNotes(count: 0, notes: [])
    }
}

/// What becomes of a row of a file.
public struct PatternImportRow: Codable, Sendable, Hashable {
    /// Such as `line 3` or `macPrefixes[2]`.
    public var place: String
    /// `added`, `changed`, `repeated` or `refused`.
    public var outcome: String
    /// Nil where it is refused.
    public var pattern: PatternDefinition?
    /// What it was before, where it is changed.
    public var was: PatternDefinition?
    /// Where in the file the same pattern stands before.
    public var repeats: String?
    /// Why it is refused, in words.
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

/// The answer of `POST /v1/patterns/validate`.
public struct PatternValidation: Codable, Sendable, Hashable {
    /// By kind.
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

/// How many patterns there are of a kind.
public struct PatternKindCount: Codable, Sendable, Hashable {
    public var kind: String
    public var count: Int
    public var enabled: Int

    public init(kind: String, count: Int, enabled: Int) {
        self.kind = kind
        self.count = count
        self.enabled = enabled
    }
}

/// Whether the enabled patterns fit into a kind of device.
public struct PatternFit: Codable, Sendable, Hashable {
    /// Name of the device profile.
    public var device: String
    /// What it is, for people.
    public var title: String
    /// Bytes of the config with what is enabled, in the device's dialect.
    public var bytes: Int
    /// Where it is over a limit; empty where it fits.
    public var excess: [PatternExcess]

    public init(device: String, title: String, bytes: Int, excess: [PatternExcess]) {
        self.device = device
        self.title = title
        self.bytes = bytes
        self.excess = excess
    }
}

/// A limit of a device that the enabled patterns are over.
public struct PatternExcess: Codable, Sendable, Hashable {
    /// `entries` of a list; `address-digits`; or bytes of the `text`, of what is `saved`, or of the memory `pool`.
    public var limit: String
    /// Of what; nil for bytes.
    public var kind: String?
    public var count: Int
    public var most: Int
    /// Patterns without which it fits, those that are least sure first; the first 1,000.
    public var disable: [PatternReference]
    /// How many they are.
    public var disableCount: Int

    private enum CodingKeys: String, CodingKey {
        case limit, kind, count, most, disable
        case disableCount = "disable_count"
    }

    public init(
        limit: String, kind: String?, count: Int, most: Int, disable: [PatternReference], disableCount: Int
    ) {
        self.limit = limit
        self.kind = kind
        self.count = count
        self.most = most
        self.disable = disable
        self.disableCount = disableCount
    }
}

/// The answer of `GET /v1/patterns/export`.
public struct PatternExport: Codable, Sendable, Hashable {
    /// `compact`, `nested` or `csv`.
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

/// Answer to `POST /v1/patterns/undo`: what was taken back.
public struct PatternUndone: Codable, Sendable, Hashable {
    /// `pull`, `sync`, `import` or `reset-defaults`.
    public var cause: String
    /// When that was; ISO 8601, in UTC.
    public var at: String

    public init(cause: String, at: String) {
        self.cause = cause
        self.at = at
    }
}

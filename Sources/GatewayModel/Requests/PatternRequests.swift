/// Which pattern is meant.
public struct PatternReference: Codable, Sendable, Hashable {
    /// `ssid`, `mac`, `ble-name`, `ble-uuid` or `ble-manufacturer`.
    public var kind: String
    /// Its text, in any usual spelling.
    public var pattern: String
    /// Which one of an SSID is meant that is there twice; nil where it is there once.
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

/// Body of `POST /v1/patterns`: a pattern to add.
public struct PatternDefinition: Codable, Sendable, Hashable {
    /// As for ``PatternReference``.
    public var kind: String
    /// In any usual spelling. An SSID has 1...32 bytes, a name 1...248, an address 6...12 digits from its beginning.
    public var pattern: String
    /// What has it: 1...64 bytes.
    public var type: String
    /// True unless said.
    public var enabled: Bool?
    /// Whether capitals count, of an SSID; false unless said.
    public var caseSensitive: Bool?
    /// Who says so: at most 200 bytes.
    public var source: String?
    /// Percent, 0...100.
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

/// Body of `POST /v1/patterns/edit`: what is to be otherwise of a pattern. What is left out stays.
public struct PatternEdit: Codable, Sendable, Hashable {
    public var kind: String
    public var pattern: String
    /// Which one is meant; see ``PatternReference``.
    public var caseSensitive: Bool?
    /// Another text. One that came with the program is then removed, and the other one added.
    public var newPattern: String?
    public var newCaseSensitive: Bool?
    public var type: String?
    public var enabled: Bool?
    /// An empty one takes it away.
    public var source: String?
    /// -1 takes it away.
    public var confidence: Int?
    /// An empty one takes it away.
    public var description: String?

    private enum CodingKeys: String, CodingKey {
        case kind, pattern, enabled, source, confidence, description
        case type = "device_type"
        case caseSensitive = "case_sensitive"
        case newPattern = "new_pattern"
        case newCaseSensitive = "new_case_sensitive"
    }

    public init(
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

    public var reference: PatternReference {
        PatternReference(kind: kind, pattern: pattern, caseSensitive: caseSensitive)
    }
}

/// Body of `POST /v1/patterns/remove`: patterns to remove, all or none.
public struct PatternSelection: Codable, Sendable, Hashable {
    /// 1...1,000.
    public var patterns: [PatternReference]

    public init(patterns: [PatternReference]) {
        self.patterns = patterns
    }
}

/// Body of `POST /v1/patterns/switch`: patterns to switch on or off, all or none.
public struct PatternSwitch: Codable, Sendable, Hashable {
    public var enabled: Bool
    /// 1...1,000.
    public var patterns: [PatternReference]

    public init(enabled: Bool, patterns: [PatternReference]) {
        self.enabled = enabled
        self.patterns = patterns
    }
}

/// Body of `POST /v1/patterns/import`: a file of patterns.
public struct PatternImportOrder: Codable, Sendable, Hashable {
    /// A config in either dialect, or comma-separated values: at most 8 MiB, recognised by its content.
    public var text: String
    /// Whether it is only to be told what would happen; false unless said.
    public var dryRun: Bool?
    /// Whether the rest is to be imported where something is refused; false unless said.
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

/// Body of `POST /v1/patterns/validate`.
public struct PatternValidationOrder: Codable, Sendable, Hashable {
    /// A file as for ``PatternImportOrder``; nil: what is kept.
    public var text: String?

    public init(text: String? = nil) {
        self.text = text
    }
}

/// Body of `POST /v1/patterns/match`: what was heard. At least one of them.
public struct PatternQuestion: Codable, Sendable, Hashable {
    /// Name of a Wi-Fi network: at most 32 bytes.
    public var ssid: String?
    /// A Wi-Fi or Bluetooth address, `aa:bb:cc:dd:ee:ff`.
    public var address: String?
    /// Name in a Bluetooth advertisement: at most 248 bytes.
    public var name: String?
    /// Service UUIDs in a Bluetooth advertisement, at most 64.
    public var uuids: [String]?
    /// Company identifiers in a Bluetooth advertisement, such as `09c8`, at most 64.
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

/// Body of `POST /v1/patterns/reset`: sets that come with the program, to be as they came.
public struct PatternReset: Codable, Sendable, Hashable {
    /// Their names; nil = those that were loaded before.
    public var sets: [String]?
    /// Whether what somebody has changed of them may go; unless it is true, and where something would, it fails with
    /// `needs-consent`.
    public var mayRemove: Bool?

    private enum CodingKeys: String, CodingKey {
        case sets
        case mayRemove = "may_remove"
    }

    public init(sets: [String]? = nil) {
        self.sets = sets
    }
}

/// Body of `POST /v1/patterns/undo`.
public struct PatternUndo: Codable, Sendable, Hashable {
    /// Whether what was changed after the step may go; unless it is true, and where something would, it fails with
    /// `needs-consent`.
    public var mayRemove: Bool?

    private enum CodingKeys: String, CodingKey {
        case mayRemove = "may_remove"
    }

    public init(mayRemove: Bool? = nil) {
        self.mayRemove = mayRemove
    }
}

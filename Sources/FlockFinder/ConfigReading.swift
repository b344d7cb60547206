import LineFormats

/// A config as it was read, and the keys of the text that are unknown to this program.
package struct ConfigReading: Sendable, Hashable {
    /// Fields that an entry has in lists that people maintain, but not on devices.
    package struct Note: Sendable, Hashable {
        package var source: String?
        package var details: String?
        /// Whether the entry says if it is enabled, and if it is case-sensitive. Where it does not,
        /// the entry has the values that a device assumes.
        package var tellsEnabled: Bool
        package var tellsCase: Bool

        package init(
            source: String? = nil, details: String? = nil, tellsEnabled: Bool = false, tellsCase: Bool = false
        ) {
            self.source = source
            self.details = details
            self.tellsEnabled = tellsEnabled
            self.tellsCase = tellsCase
        }
    }

    package var dialect: ConfigDialect
    package var config: DeviceConfig
    /// One note for each entry of each list, in order.
    package var notes: [PatternKind: [Note]]
    /// Unknown keys, as paths; only the first ``unknownKeyLimit``.
    package var unknownKeys: [String]
    package var unknownKeyCount: Int

    package static let unknownKeyLimit = 100
    /// Longest text that is read as a config, in bytes, unless the caller passes another limit.
    package static let lengthLimit = 1 << 20

    /// Reads a config of either dialect, which is recognised by its keys. Entries are accepted as
    /// they are: ``DeviceConfig/problems`` lists those that are not a valid ``Pattern``.
    ///
    /// The lists of the nested dialect may stand without the object around them.
    package init(
        parsing bytes: some Collection<UInt8>, lengthLimit: Int = ConfigReading.lengthLimit
    ) throws(ConfigFault) {
        guard bytes.count <= lengthLimit else { throw .tooLong(bytes: bytes.count, limit: lengthLimit) }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw .notJSON(line: error.line, column: error.column, expected: error.expected)
        }
        guard let members = value.members else { throw .notAnObject }
        self.init(dialect: try Self.dialect(of: members.map(\.name)))
        switch dialect {
        case .compact: try readCompact(members)
        case .nested: try readNested(members)
        }
        guard config.version <= DeviceConfig.knownVersion else { throw .newerVersion(config.version) }
    }

    private init(dialect: ConfigDialect) {
        self.dialect = dialect
        config = DeviceConfig()
        notes = [:]
        unknownKeys = []
        unknownKeyCount = 0
    }

    private static func dialect(of names: [String]) throws(ConfigFault) -> ConfigDialect {
        let found = ConfigDialect.allCases.compactMap { dialect in
            names.first { dialect.topKeys.contains($0) }.map { (dialect, $0) }
        }
        guard let first = found.first else { throw .unknownDialect }
        guard found.count == 1 else { throw .mixedDialects(compact: found[0].1, nested: found[1].1) }
        return first.0
    }

    // MARK: Objects

    private mutating func readCompact(_ members: [JSONValue.Member]) throws(ConfigFault) {
        for member in members {
            if try readVersion(member) { continue }
            if try readSetting(member, path: member.name) { continue }
            if try readList(member, path: member.name) { continue }
            unknown(member.name)
        }
    }

    private mutating func readNested(_ members: [JSONValue.Member]) throws(ConfigFault) {
        for member in members {
            if try readVersion(member) { continue }
            switch member.name {
            case "scanConfig":
                for part in try Self.object(member) where try !readSetting(part, path: "scanConfig.\(part.name)") {
                    unknown("scanConfig.\(part.name)")
                }
            case "patterns":
                for part in try Self.object(member) where try !readList(part, path: "patterns.\(part.name)") {
                    unknown("patterns.\(part.name)")
                }
            default:
                if try !readList(member, path: member.name) { unknown(member.name) }
            }
        }
    }

    private mutating func readVersion(_ member: JSONValue.Member) throws(ConfigFault) -> Bool {
        guard member.name == "\(dialect.versionKey)" else { return false }
        guard let version = member.value.integer, version >= 0 else {
            throw .wrongValue(path: member.name, expected: "a whole number")
        }
        config.version = version
        return true
    }

    private mutating func readSetting(_ member: JSONValue.Member, path: String) throws(ConfigFault) -> Bool {
        guard let setting = dialect.settings.first(where: { "\(dialect.key($0))" == member.name }) else { return false }
        if let flag = member.value.flag {
            config.settings[setting] = flag ? 1 : 0
        } else if let number = member.value.integer {
            config.settings[setting] = number
        } else {
            throw .wrongValue(path: path, expected: setting.isFlag ? "true or false" : "a whole number")
        }
        return true
    }

    private mutating func readList(_ member: JSONValue.Member, path: String) throws(ConfigFault) -> Bool {
        guard let kind = PatternKind.onDevices.first(where: { "\(dialect.key($0))" == member.name }) else {
            return false
        }
        guard let elements = member.value.elements else { throw .wrongValue(path: path, expected: "a list") }
        var entries: [DeviceConfig.Entry] = []
        var notes: [Note] = []
        for (index, element) in elements.enumerated() {
            let (entry, note) = try readEntry(element, kind, path: "\(path)[\(index)]")
            entries.append(entry)
            notes.append(note)
        }
        config.lists[kind] = entries
        self.notes[kind] = notes
        return true
    }

    private mutating func readEntry(
        _ element: JSONValue, _ kind: PatternKind, path: String
    ) throws(ConfigFault) -> (DeviceConfig.Entry, Note) {
        guard let members = element.members else { throw .wrongValue(path: path, expected: "an object") }
        var entry = DeviceConfig.Entry("", deviceType: "")
        var note = Note()
        for member in members {
            let path = "\(path).\(member.name)"
            switch member.name {
            case "\(dialect.textKey(kind))": entry.text = try Self.text(member, path)
            case "\(dialect.typeKey)": entry.deviceType = try Self.text(member, path)
            case "\(dialect.enabledKey)":
                entry.isEnabled = try Self.flag(member, path)
                note.tellsEnabled = true
            case "caseSensitive" where dialect.tellsCase(of: kind):
                entry.isCaseSensitive = try Self.flag(member, path)
                note.tellsCase = true
            case "source" where member.value == .null: note.source = nil
            case "source": note.source = try Self.text(member, path)
            case "description" where member.value == .null: note.details = nil
            case "description": note.details = try Self.text(member, path)
            default: unknown(path)
            }
        }
        return (entry, note)
    }

    // MARK: Values

    private mutating func unknown(_ path: String) {
        unknownKeyCount += 1
        if unknownKeys.count < Self.unknownKeyLimit { unknownKeys.append(path) }
    }

    private static func object(_ member: JSONValue.Member) throws(ConfigFault) -> [JSONValue.Member] {
        guard let members = member.value.members else { throw .wrongValue(path: member.name, expected: "an object") }
        return members
    }

    private static func text(_ member: JSONValue.Member, _ path: String) throws(ConfigFault) -> String {
        guard let text = member.value.text else { throw .wrongValue(path: path, expected: "a text") }
        return text
    }

    private static func flag(_ member: JSONValue.Member, _ path: String) throws(ConfigFault) -> Bool {
        guard let flag = member.value.flag else { throw .wrongValue(path: path, expected: "true or false") }
        return flag
    }
}

extension ConfigDialect {
    /// Keys of the outermost object, by which the dialect is recognised.
    fileprivate var topKeys: Set<String> {
        let lists = PatternKind.onDevices.map { "\(key($0))" }
        switch self {
        case .compact: return Set(["v"] + settings.map { "\(key($0))" } + lists)
        case .nested: return Set(["version", "scanConfig", "patterns"] + lists)
        }
    }
}

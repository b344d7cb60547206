import JSONLines

/// Patterns, and maybe scan settings, as a file has them: a config in either dialect, or a sheet.
package struct PatternFile: Sendable, Hashable {
    /// How patterns are written down.
    package enum Format: String, Word {
        /// The short config, as the app writes it.
        case compact
        /// The long config, as the firmware reads it.
        case nested
        /// Comma-separated values: everything that is known of a pattern.
        case csv
    }

    /// What of an entry a file tells. What it does not tell stays as it is.
    package enum Field: Sendable, Hashable {
        case caseSensitive, enabled, source, confidence, details
    }

    /// Where in the file a pattern stands.
    package enum Place: Sendable, Hashable {
        /// From 1.
        case line(Int)
        /// From 0.
        case index(PatternKind, Int)
        case setting(ScanSetting)
    }

    package struct Row: Sendable, Hashable {
        package let place: Place
        package let entry: Result<PatternEntry, PatternRowFault>
        package let told: Set<Field>
    }

    /// Bytes of a file. As many patterns as are kept fit, at 400 bytes each: names of the greatest length do without notes.
    package static let lengthLimit = 8 << 20

    package let format: Format
    package private(set) var rows: [Row] = []
    /// Those that are in their range; the others are rows that are refused.
    package private(set) var settings: [ScanSetting: Int] = [:]
    /// Keys and columns that mean nothing here, the first ``ConfigReading/unknownKeyLimit`` of them.
    package private(set) var unknownKeys: [String] = []
    package private(set) var unknownKeyCount = 0

    /// Reads a file of any format, which it recognises by its content: what begins with a bracket is JSON, all else a sheet.
    package init(parsing bytes: [UInt8]) throws(PatternFileFault) {
        guard bytes.count <= Self.lengthLimit else {
            throw .config(.tooLong(bytes: bytes.count, limit: Self.lengthLimit))
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        guard let first = text.first(where: { !" \t\r\n".utf8.contains($0) }) else { throw .nothing }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            let sheet = try PatternSheet(parsing: bytes)
            format = .csv
            rows = sheet.rows
            unknownKeys = Array(sheet.unknownColumns.prefix(ConfigReading.unknownKeyLimit))
            unknownKeyCount = sheet.unknownColumns.count
            return
        }
        let reading: ConfigReading
        do {
            reading = try ConfigReading(parsing: text, lengthLimit: Self.lengthLimit)
        } catch {
            throw .config(error)
        }
        guard reading.config.lists.values.reduce(0, { $0 + $1.count }) <= PatternSheet.rowLimit else {
            throw .tooManyRows(limit: PatternSheet.rowLimit)
        }
        format = reading.dialect == .compact ? .compact : .nested
        unknownKeys = reading.unknownKeys
        unknownKeyCount = reading.unknownKeyCount
        for setting in ScanSetting.allCases {
            guard let value = reading.config.settings[setting] else { continue }
            if setting.range.contains(value) {
                settings[setting] = value
            } else {
                rows.append(
                    Row(place: .setting(setting), entry: .failure(.outOfRange(setting, value)), told: []))
            }
        }
        for kind in PatternKind.onDevices { readList(kind, reading) }
    }

    /// As the file names it: `line 3`, `macPrefixes[2]`, `wsi`.
    package func words(_ place: Place) -> String {
        let dialect = ConfigDialect(rawValue: format.rawValue)
        switch place {
        case .line(let line): return "line \(line)"
        case .index(let kind, let index):
            return "\(dialect.map { "\($0.key(kind))" } ?? kind.rawValue)[\(index)]"
        case .setting(let setting): return dialect.map { "\($0.key(setting))" } ?? setting.rawValue
        }
    }

    private mutating func readList(_ kind: PatternKind, _ reading: ConfigReading) {
        let notes = reading.notes[kind] ?? []
        for (index, entry) in reading.config[kind].enumerated() {
            let note = notes.indices.contains(index) ? notes[index] : ConfigReading.Note()
            var told: Set<Field> = []
            if note.tellsEnabled { told.insert(.enabled) }
            if note.tellsCase { told.insert(.caseSensitive) }
            if note.source != nil { told.insert(.source) }
            if note.details != nil { told.insert(.details) }
            let result: Result<PatternEntry, PatternRowFault>
            do {
                let pattern = try Pattern(
                    kind, entry.text, deviceType: entry.deviceType, isCaseSensitive: entry.isCaseSensitive,
                    isEnabled: entry.isEnabled)
                result = .success(try PatternEntry(pattern, source: note.source, details: note.details))
            } catch {
                result = .failure(.pattern(error))
            }
            rows.append(Row(place: .index(kind, index), entry: result, told: told))
        }
    }
}

/// Why a file has no patterns to import.
package enum PatternFileFault: Error, Sendable, Hashable {
    /// There is nothing in it.
    case nothing
    case config(ConfigFault)
    /// Its first line names no columns, or not all that it takes.
    case missingColumns([String])
    /// Its first line cannot be cut into columns.
    case malformedHeader(String)
    case repeatedColumn(String)
    case tooManyRows(limit: Int)
}

/// Why a row of a file is no pattern.
package enum PatternRowFault: Error, Sendable, Hashable {
    case pattern(PatternFault)
    case unknownKind(String)
    /// Neither yes nor no.
    case notAFlag(column: String, String)
    case notANumber(column: String, String)
    /// It has more fields than there are columns.
    case tooManyFields(Int, columns: Int)
    /// A setting that a person could not set.
    case outOfRange(ScanSetting, Int)
    /// It cannot be cut into fields.
    case malformed(String)
}

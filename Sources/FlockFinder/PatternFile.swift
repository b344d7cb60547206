import LineFormats

/// Patterns, and perhaps scan settings, from a file: a config in either dialect, or a sheet (CSV).
package struct PatternFile: Sendable, Hashable {
    /// Format of the file.
    package enum Format: String, Word {
        /// Short config, which the app writes.
        case compact
        /// Long config, which the firmware reads.
        case nested
        /// Comma-separated values, with everything that is known about a pattern.
        case csv
    }

    /// Field of an entry that a file may state. Fields that it does not state keep their present
    /// value.
    package enum Field: Sendable, Hashable {
        case caseSensitive, enabled, source, confidence, details
    }

    /// Place of a pattern in the file.
    package enum Place: Sendable, Hashable {
        /// Line, from 1.
        case line(Int)
        /// Index in the list, from 0.
        case index(PatternKind, Int)
        case setting(ScanSetting)
    }

    package struct Row: Sendable, Hashable {
        package let place: Place
        package let entry: Result<PatternEntry, PatternRowFault>
        package let told: Set<Field>
    }

    /// Longest file, in bytes: as many patterns as are kept, at 400 bytes each. Names of the
    /// greatest length fit only without notes.
    package static let lengthLimit = 8 << 20

    package let format: Format
    package private(set) var rows: [Row] = []
    /// Settings that are in range; the others are refused rows.
    package private(set) var settings: [ScanSetting: Int] = [:]
    /// Unknown keys and columns; only the first ``ConfigReading/unknownKeyLimit``.
    package private(set) var unknownKeys: [String] = []
    package private(set) var unknownKeyCount = 0

    /// Reads a file of any format, which is recognised by its content: text that begins with a
    /// bracket or brace is JSON, everything else is a sheet.
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

    /// Name of the place in the file's own terms: `line 3`, `macPrefixes[2]`, `wsi`.
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

/// Reason why a file has no patterns to import.
package enum PatternFileFault: Error, Sendable, Hashable {
    /// The file is empty.
    case nothing
    case config(ConfigFault)
    /// The first line does not name the required columns.
    case missingColumns([String])
    /// The first line cannot be split into columns.
    case malformedHeader(String)
    case repeatedColumn(String)
    case tooManyRows(limit: Int)
}

/// Reason why a row of a file is not a pattern.
package enum PatternRowFault: Error, Sendable, Hashable {
    case pattern(PatternFault)
    case unknownKind(String)
    /// Neither yes nor no.
    case notAFlag(column: String, String)
    case notANumber(column: String, String)
    /// The row has more fields than there are columns.
    case tooManyFields(Int, columns: Int)
    /// The value of the setting is outside its range.
    case outOfRange(ScanSetting, Int)
    /// The row cannot be split into fields.
    case malformed(String)
}

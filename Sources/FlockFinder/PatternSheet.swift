import LineFormats

/// Patterns as comma-separated values, with everything that is known about them.
///
/// The first line names the columns, in any order. `kind`, `pattern` and `type` are required.
package struct PatternSheet: Sendable, Hashable {
    enum Column: String, CaseIterable {
        case kind, pattern, type, enabled
        case caseSensitive = "case_sensitive"
        case source, confidence, description

        static let needed: [Column] = [.kind, .pattern, .type]
    }

    package private(set) var rows: [PatternFile.Row] = []
    /// Columns unknown to this program.
    package private(set) var unknownColumns: [String] = []

    /// Most rows of a sheet.
    package static let rowLimit = 50_000

    package init(parsing bytes: [UInt8]) throws(PatternFileFault) {
        let table = CSVRecords(bytes, keepsQuotedBlanks: true)
        guard let first = table.records.first else { throw .missingColumns(Column.needed.map(\.rawValue)) }
        guard let header = first.fields else {
            throw .malformedHeader(table.faults.first?.message ?? "the line is malformed")
        }
        guard table.records.count - 1 <= Self.rowLimit else { throw .tooManyRows(limit: Self.rowLimit) }
        var columns: [Column: Int] = [:]
        for (index, name) in header.enumerated() {
            guard let column = Column(rawValue: name.lowercased()) else {
                unknownColumns.append(name)
                continue
            }
            guard columns.updateValue(index, forKey: column) == nil else { throw .repeatedColumn(column.rawValue) }
        }
        let missing = Column.needed.filter { columns[$0] == nil }
        guard missing.isEmpty else { throw .missingColumns(missing.map(\.rawValue)) }
        var faults = table.faults.map(\.message)[...]
        for record in table.records.dropFirst() {
            let result: Result<PatternEntry, PatternRowFault>
            if let fields = record.fields {
                do {
                    result = .success(try Self.entry(fields, columns, count: header.count))
                } catch {
                    result = .failure(error)
                }
            } else {
                result = .failure(.malformed(faults.popFirst() ?? "the line is malformed"))
            }
            let told = Self.told(record.fields ?? [], columns)
            rows.append(PatternFile.Row(place: .line(record.line), entry: result, told: told))
        }
    }

    /// Fields that a row states; an empty field states nothing.
    private static func told(_ fields: [String], _ columns: [Column: Int]) -> Set<PatternFile.Field> {
        let parts: [(Column, PatternFile.Field)] = [
            (.enabled, .enabled), (.caseSensitive, .caseSensitive), (.source, .source), (.confidence, .confidence),
            (.description, .details),
        ]
        return Set(
            parts.compactMap { column, field in
                guard let index = columns[column], fields.indices.contains(index) else { return nil }
                return fields[index].isEmpty ? nil : field
            })
    }

    private static func entry(
        _ fields: [String], _ columns: [Column: Int], count: Int
    ) throws(PatternRowFault) -> PatternEntry {
        guard fields.count <= count else { throw .tooManyFields(fields.count, columns: count) }
        func field(_ column: Column) -> String {
            guard let index = columns[column], fields.indices.contains(index) else { return "" }
            return SheetText.read(fields[index])
        }
        guard let kind = PatternKind(rawValue: field(.kind).lowercased()) else { throw .unknownKind(field(.kind)) }
        var confidence: Int?
        let percent = field(.confidence)
        if !percent.isEmpty {
            guard let number = Int(percent) else { throw .notANumber(column: Column.confidence.rawValue, percent) }
            confidence = number
        }
        let isCaseSensitive = try flag(.caseSensitive, field(.caseSensitive), absent: false)
        let isEnabled = try flag(.enabled, field(.enabled), absent: true)
        do {
            let pattern = try Pattern(
                kind, field(.pattern), deviceType: field(.type), isCaseSensitive: isCaseSensitive,
                isEnabled: isEnabled)
            return try PatternEntry(
                pattern, source: field(.source), confidence: confidence, details: field(.description))
        } catch {
            throw .pattern(error)
        }
    }

    private static func flag(
        _ column: Column, _ text: String, absent: Bool
    ) throws(PatternRowFault) -> Bool {
        switch text.lowercased() {
        case "": return absent
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default: throw .notAFlag(column: column.rawValue, text)
        }
    }

    /// Returns the patterns as a sheet, with its header.
    package static func text(_ entries: some Sequence<PatternEntry>) -> String {
        CSVRow.text(Column.allCases.map(\.rawValue))
            + entries.map { entry in
                let pattern = entry.pattern
                return CSVRow.text([
                    pattern.kind.rawValue, SheetText.written(pattern.text), SheetText.written(pattern.deviceType),
                    pattern.isEnabled ? "yes" : "no",
                    pattern.kind == .ssid ? (pattern.isCaseSensitive ? "yes" : "no") : "",
                    SheetText.written(entry.source ?? ""), entry.confidence.map(String.init) ?? "",
                    SheetText.written(entry.details ?? ""),
                ])
            }.joined()
    }
}

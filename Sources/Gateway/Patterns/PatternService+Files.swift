import FlockFinder
import GatewayModel
import Store

/// Files of patterns.
extension PatternService {
    /// Imports a file, or only reports the result of an import.
    ///
    /// - Throws: ``PatternError``, `PatternFileFault`, `StoreError`.
    package func importFile(_ order: PatternImportOrder) async throws -> PatternImportReport {
        let file = try Self.file(order.text)
        guard order.dryRun != true else {
            try await load()
            return try await plan(file, order).report
        }
        return try await change {
            let (plan, report) = try await plan(file, order)
            for line in plan.lines where order.skipBad != true {
                guard case .refused(let fault) = line.outcome else { continue }
                throw PatternError.refusedRows(report.refused, place: file.words(line.place), first: fault)
            }
            let changes: [PatternChange] = plan.lines.compactMap { line in
                switch line.outcome {
                case .added(let entry): .add(PatternDraft(entry))
                case .changed(let old, let new): .replace(old.pattern.key, PatternDraft(new))
                case .unchanged, .repeated, .refused: nil
                }
            }
            try await store.patterns.change(
                changes, settings: plan.settings.mapValues { $0 }, undoableAs: .import, atMicroseconds: now)
            return report
        }
    }

    /// Returns every stored pattern as a file.
    ///
    /// - Parameter isEnabled: True: only enabled patterns; false: only disabled ones; nil: all.
    package func export(_ format: PatternFile.Format, isEnabled: Bool? = nil) async throws -> PatternExport {
        let patterns = try await all().filter { isEnabled == nil || $0.pattern.isEnabled == isEnabled }
        guard let dialect = ConfigDialect(rawValue: format.rawValue) else {
            return PatternExport(
                format: format, text: PatternSheet.text(patterns.compactMap(\.entry)), count: patterns.count,
                leftOut: 0)
        }
        var config = DeviceConfig(settings: try await store.patterns.scanSettings())
        for kind in PatternKind.onDevices {
            config.lists[kind] = patterns.map(\.pattern).filter { $0.kind == kind }.map { DeviceConfig.Entry($0) }
        }
        let count = config.lists.values.reduce(0) { $0 + $1.count }
        return PatternExport(
            format: format, text: String(decoding: dialect.encode(config), as: UTF8.self) + "\n", count: count,
            leftOut: patterns.count - count)
    }

    static func file(_ text: String) throws -> PatternFile {
        let bytes = Array(text.utf8)
        guard bytes.count <= fileLimit else { throw PatternError.fileTooLong(bytes: bytes.count, limit: fileLimit) }
        return try PatternFile(parsing: bytes)
    }

    private func plan(
        _ file: PatternFile, _ order: PatternImportOrder
    ) async throws -> (plan: PatternImport, report: PatternImportReport) {
        let existing = try await store.patterns.list()
        let plan = PatternImport(
            file, into: existing.compactMap(\.entry), current: try await store.patterns.scanSettings())
        var report = PatternImportReport(format: file.format, dryRun: order.dryRun ?? false)
        report.settings = Dictionary(uniqueKeysWithValues: plan.settings.map { ($0.key.rawValue, $0.value) })
        report.unknownKeys = file.unknownKeys
        report.unknownKeyCount = file.unknownKeyCount
        var patterns = existing.map(\.pattern)
        var places: [Pattern.Key: Int] = [:]
        for (index, pattern) in patterns.enumerated() { places[pattern.key] = index }
        var news: Set<Pattern.Key> = []
        for line in plan.lines {
            report.count(line.outcome)
            switch line.outcome {
            case .added(let entry), .changed(_, let entry):
                news.insert(entry.pattern.key)
                if let place = places[entry.pattern.key] {
                    patterns[place] = entry.pattern
                } else {
                    patterns.append(entry.pattern)
                }
            case .unchanged, .repeated, .refused: break
            }
            guard let row = row(line, of: file) else { continue }
            if report.rows.count < Self.tellingLimit { report.rows.append(row) } else { report.rowsLeftOut += 1 }
        }
        // Gives the error that the store would give, even if nothing is to be stored.
        if report.refused == 0 || order.skipBad == true, report.added > 0, patterns.count > PatternStore.patternLimit {
            throw StoreError.tooManyPatterns(limit: PatternStore.patternLimit)
        }
        report.nearDuplicates = PatternNotes(NearDuplicates(patterns).about(news))
        return (plan, report)
    }

    /// Returns the report on a line of the file; nil for an unchanged pattern.
    func row(_ line: PatternImport.Line, of file: PatternFile) -> PatternImportRow? {
        let place = file.words(line.place)
        switch line.outcome {
        case .unchanged: return nil
        case .added(let entry):
            return PatternImportRow(place: place, outcome: .added, pattern: PatternDefinition(entry))
        case .changed(let old, let new):
            return PatternImportRow(
                place: place, outcome: .changed, pattern: PatternDefinition(new), was: PatternDefinition(old))
        case .repeated(let entry, let first):
            return PatternImportRow(
                place: place, outcome: .repeated, pattern: PatternDefinition(entry), repeats: file.words(first))
        case .refused(let fault):
            return PatternImportRow(place: place, outcome: .refused, reason: describe(fault).message)
        }
    }
}

extension PatternImportReport {
    fileprivate mutating func count(_ outcome: PatternImport.Outcome) {
        switch outcome {
        case .added: added += 1
        case .changed: changed += 1
        case .unchanged: unchanged += 1
        case .repeated: repeated += 1
        case .refused: refused += 1
        }
    }
}

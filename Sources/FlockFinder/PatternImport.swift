/// Preview of the changes that importing a file makes to the present patterns. Has no side effects.
package struct PatternImport: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        case added(PatternEntry)
        case changed(from: PatternEntry, to: PatternEntry)
        case unchanged(PatternEntry)
        /// An earlier row of the file has the same pattern, perhaps in another spelling.
        case repeated(PatternEntry, of: PatternFile.Place)
        case refused(PatternRowFault)
    }

    package struct Line: Sendable, Hashable {
        package let place: PatternFile.Place
        package let outcome: Outcome

        package init(place: PatternFile.Place, outcome: Outcome) {
            self.place = place
            self.outcome = outcome
        }
    }

    /// One line for each row, in the order of the file.
    package private(set) var lines: [Line] = []
    /// Settings whose values differ from the present ones.
    package let settings: [ScanSetting: Int]

    /// - Parameters:
    ///   - existing: Patterns with distinct keys.
    ///   - current: Present settings.
    package init(_ file: PatternFile, into existing: [PatternEntry], current: [ScanSetting: Int]) {
        settings = file.settings.filter { current[$0.key] != $0.value }
        var entries: [Pattern.Key: PatternEntry] = [:]
        for entry in existing { entries[entry.pattern.key] = entry }
        var seen: [Pattern.Key: PatternFile.Place] = [:]
        for row in file.rows {
            let outcome: Outcome
            switch row.entry {
            case .failure(let fault): outcome = .refused(fault)
            case .success(let incoming):
                let (present, merged) = Self.merge(incoming, told: row.told, into: entries)
                if let place = seen.updateValue(row.place, forKey: merged.pattern.key) {
                    seen[merged.pattern.key] = place
                    outcome = .repeated(incoming, of: place)
                } else if let present {
                    outcome = present == merged ? .unchanged(merged) : .changed(from: present, to: merged)
                } else {
                    outcome = .added(merged)
                }
            }
            lines.append(Line(place: row.place, outcome: outcome))
        }
    }

    /// Returns the present pattern and the pattern after the import; fields that the file does not
    /// state keep their present value.
    private static func merge(
        _ incoming: PatternEntry, told: Set<PatternFile.Field>, into entries: [Pattern.Key: PatternEntry]
    ) -> (present: PatternEntry?, merged: PatternEntry) {
        var present = entries[incoming.pattern.key]
        if present == nil, !told.contains(.caseSensitive) { present = entries[incoming.pattern.key.withCapitals] }
        guard let present else { return (nil, incoming) }
        // Both entries were valid, so their combination is too.
        let merged = try? PatternEntry(
            Pattern(
                incoming.pattern.kind, incoming.pattern.text, deviceType: incoming.pattern.deviceType,
                isCaseSensitive: present.pattern.isCaseSensitive,
                isEnabled: told.contains(.enabled) ? incoming.pattern.isEnabled : present.pattern.isEnabled),
            source: told.contains(.source) ? incoming.source : present.source,
            confidence: told.contains(.confidence) ? incoming.confidence : present.confidence,
            details: told.contains(.details) ? incoming.details : present.details)
        return (present, merged ?? incoming)
    }
}

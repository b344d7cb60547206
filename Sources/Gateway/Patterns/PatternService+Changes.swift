import FlockFinder
import GatewayModel
import LineFormats
import Store

/// Requests about single patterns.
extension PatternService {
    /// Conditions for patterns; nil = any.
    package struct Filter: Sendable, Hashable {
        package var kind: PatternKind?
        /// Whole device type; case does not matter.
        package var type: String?
        package var isEnabled: Bool?
        package var isCustom: Bool?
        /// Part of the source; case does not matter.
        package var source: String?

        /// Creates a filter for every pattern.
        package init() {}

        fileprivate func lets(_ stored: StoredPattern) -> Bool {
            guard kind.map({ $0 == stored.pattern.kind }) ?? true else { return false }
            guard isEnabled.map({ $0 == stored.pattern.isEnabled }) ?? true else { return false }
            guard isCustom.map({ $0 == stored.isCustom }) ?? true else { return false }
            guard type.map({ $0.lowercased() == stored.pattern.deviceType.lowercased() }) ?? true else { return false }
            return source.map { stored.source?.lowercased().contains($0.lowercased()) ?? false } ?? true
        }
    }

    package func list(_ filter: Filter = Filter()) async throws -> PatternList {
        let patterns = try await all()
        let found = patterns.filter(filter.lets)
        let alike = NearDuplicates(patterns.map(\.pattern))
        return PatternList(
            patterns: found.map(PatternDescription.init), total: patterns.count,
            nearDuplicates: PatternNotes(
                found.count == patterns.count ? alike.found : alike.about(Set(found.map(\.pattern.key)))))
    }

    /// - Throws: ``PatternError``, `PatternFault`, `StoreError`.
    package func add(_ definition: PatternDefinition) async throws -> PatternChanges {
        let pattern = try Pattern(
            definition.kind, definition.pattern, deviceType: definition.type,
            isCaseSensitive: definition.caseSensitive ?? false, isEnabled: definition.enabled ?? true)
        let entry = try PatternEntry(
            pattern, source: definition.source, confidence: definition.confidence, details: definition.description)
        try await change { try await store.patterns.change([.add(PatternDraft(entry))], atMicroseconds: now) }
        return try await changed([pattern.key])
    }

    /// - Throws: ``PatternError``, `PatternFault`, `StoreError`.
    package func edit(_ edit: PatternEdit) async throws -> PatternChanges {
        let key = try await change {
            let old = try await find(edit.reference)
            let pattern = try Pattern(
                old.pattern.kind, edit.newPattern ?? old.pattern.text, deviceType: edit.type ?? old.pattern.deviceType,
                isCaseSensitive: edit.newCaseSensitive ?? old.pattern.isCaseSensitive,
                isEnabled: edit.enabled ?? old.pattern.isEnabled)
            let confidence = edit.confidence ?? old.confidence
            let entry = try PatternEntry(
                pattern, source: edit.source ?? old.source, confidence: confidence == -1 ? nil : confidence,
                details: edit.description ?? old.details)
            try await store.patterns.change(
                [.replace(old.pattern.key, PatternDraft(entry))], atMicroseconds: now)
            return pattern.key
        }
        return try await changed([key])
    }

    /// Removes all of these patterns, or none.
    ///
    /// - Throws: ``PatternError``, `PatternFault`, `StoreError`.
    package func remove(_ references: [PatternReference]) async throws {
        try await change {
            var changes: [PatternChange] = []
            for reference in references { changes.append(.remove(try await find(reference).pattern.key)) }
            try await store.patterns.change(changes, atMicroseconds: now)
        }
    }

    /// Enables or disables all of these patterns, or none.
    ///
    /// - Throws: ``PatternError``, `PatternFault`, `StoreError`.
    package func enable(_ references: [PatternReference], _ isEnabled: Bool) async throws -> PatternChanges {
        let keys = try await change {
            var keys: [Pattern.Key] = []
            for reference in references { keys.append(try await find(reference).pattern.key) }
            try await store.patterns.change(keys.map { .enable($0, isEnabled) }, atMicroseconds: now)
            return keys
        }
        return try await changed(keys)
    }

    /// Resets sets to their original patterns: all of the sets, or none. Patterns added by the user
    /// stay.
    ///
    /// - Parameters:
    ///   - names: Names of the sets; nil = every set that was loaded before.
    ///   - mayRemove: Whether the user's changes to these patterns may be lost.
    /// - Throws: ``PatternError/unknownSet(_:known:)``, ``PatternError/needsConsent(_:)``,
    ///   `StoreError`.
    package func reset(_ names: [String]?, mayRemove: Bool = true) async throws -> PatternResetReport {
        let reports = try await change {
            let loaded = try await store.patterns.sets()
            let sets = try (names ?? bundle.sets.map(\.name).filter({ loaded[$0] != nil })).map { name in
                guard let set = bundle[name] else {
                    throw PatternError.unknownSet(name, known: bundle.sets.map(\.name))
                }
                return set
            }
            return try await load(sets, restoring: true, mayRemove: mayRemove)
        }
        return PatternResetReport(sets: reports)
    }

    /// Undoes the last step that changed many patterns.
    ///
    /// - Parameter mayRemove: Whether later changes may be lost.
    /// - Throws: ``PatternError/nothingToUndo``, ``PatternError/changedSince(_:)``, `StoreError`.
    package func undo(mayRemove: Bool) async throws -> PatternUndone {
        try await change {
            guard let step = try await store.patterns.lastStep() else { throw PatternError.nothingToUndo }
            guard mayRemove || step.changedSince == 0 else { throw PatternError.changedSince(step.changedSince) }
            _ = try await store.patterns.undo()
            return PatternUndone(
                cause: step.cause, at: Timestamp(microsecondsSince1970: step.atMicroseconds))
        }
    }

    /// Returns the present state of these patterns, and the patterns that are similar to them.
    private func changed(_ keys: [Pattern.Key]) async throws -> PatternChanges {
        let patterns = try await store.patterns.list()
        let asked = Set(keys)
        return PatternChanges(
            patterns: patterns.filter { asked.contains($0.pattern.key) }.map(PatternDescription.init),
            nearDuplicates: PatternNotes(NearDuplicates(patterns.map(\.pattern)).about(asked)))
    }
}

import FlockFinder
import GRDB

/// Pattern sets that come with the program.
extension PatternStore {
    /// Result of loading a set.
    package struct LoadedPatterns: Sendable, Hashable {
        package var added = 0
        package var updated = 0
        /// Patterns that are no longer in the set and that no user had changed.
        package var removed = 0
        /// Patterns left unchanged because a user changed, removed or added them.
        package var kept = 0
        /// Keys of the patterns that were updated or removed.
        package var changed: [Pattern.Key] = []
    }

    /// A set as it is in the program.
    package struct PatternSetDraft: Sendable, Hashable {
        package var name: String
        package var version: Int
        /// Patterns of the set, none of them twice, each with the set's name as its bundle. The
        /// caller checks both.
        package var drafts: [PatternDraft]

        package init(name: String, version: Int, drafts: [PatternDraft]) {
            self.name = name
            self.version = version
            self.drafts = drafts
        }
    }

    /// Returns the version of each set that was loaded last, by the sets' names.
    package func sets() async throws(StoreError) -> [String: Int] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT name, version FROM pattern_set").reduce(into: [:]) {
                $0[try $1.decode(String.self, atIndex: 0)] = try $1.decode(Int.self, atIndex: 1)
            }
        }
    }

    /// Updates the patterns of sets to what the program contains: all sets, or nothing.
    ///
    /// Patterns that a user added stay unchanged. So do those that a user edited or removed, and
    /// the switch of those that a user switched on or off, unless `restoring`.
    ///
    /// - Parameters:
    ///   - restoring: Whether a user asked for the defaults. This step can be undone, see
    ///     ``undo()``, and is subject to the limit; an automatic update is neither.
    ///   - dryRun: Whether to change nothing and only report what would be done.
    /// - Returns: Results of the sets, in their order.
    /// - Throws: ``StoreError/tooManyPatterns(limit:)``; nothing was changed then.
    package func load(
        _ sets: [PatternSetDraft], restoring: Bool, dryRun: Bool = false, atMicroseconds now: Int64
    ) async throws(StoreError) -> [LoadedPatterns] {
        try await write { db in
            let count = try db.patternCount()
            var results: [LoadedPatterns] = []
            try db.inSavepoint {
                if restoring { try db.keepPatterns(before: .resetDefaults, atMicroseconds: now) }
                results = try sets.map { try db.load($0, restoring: restoring, atMicroseconds: now) }
                if restoring {
                    try db.checkPatternCount(before: count)
                    try db.notePatterns(isStep: results.contains { $0.added + $0.updated + $0.removed > 0 })
                }
                return dryRun ? .rollback : .commit
            }
            return results
        }
    }
}

extension Database {
    fileprivate func load(
        _ set: PatternStore.PatternSetDraft, restoring: Bool, atMicroseconds now: Int64
    ) throws -> PatternStore.LoadedPatterns {
        var result = PatternStore.LoadedPatterns()
        for draft in set.drafts { try load(draft, restoring: restoring, atMicroseconds: now, into: &result) }
        let keys = Set(set.drafts.map(\.pattern.key))
        for kind in PatternKind.allCases {
            for stored in try patterns(kind)
            where stored.draft.bundle == set.name && !keys.contains(stored.pattern.key) {
                try retire(stored, atMicroseconds: now, into: &result)
            }
        }
        try execute(
            sql: """
                INSERT INTO pattern_set (name, version, loaded_at) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET version = excluded.version, loaded_at = excluded.loaded_at
                """,
            arguments: [set.name, set.version, now])
        return result
    }

    fileprivate func load(
        _ draft: PatternDraft, restoring: Bool, atMicroseconds now: Int64,
        into result: inout PatternStore.LoadedPatterns
    ) throws {
        let key = draft.pattern.key
        guard let stored = try pattern(key) else {
            let removed: StatementArguments = [key.kind.rawValue, key.text, key.isCaseSensitive]
            let isThis = "WHERE (kind, pattern, case_sensitive) = (?, ?, ?)"
            if restoring {
                try execute(sql: "DELETE FROM removed_pattern \(isThis)", arguments: removed)
            } else if try Bool.fetchOne(
                self, sql: "SELECT EXISTS (SELECT * FROM removed_pattern \(isThis))", arguments: removed) == true
            {
                result.kept += 1
                return
            }
            try insert(draft, atMicroseconds: now)
            result.added += 1
            return
        }
        guard !stored.isCustom, restoring || !stored.isEdited else {
            result.kept += 1
            return
        }
        var draft = draft
        let isSwitched = stored.isSwitched && !restoring
        if isSwitched { draft.pattern.isEnabled = stored.pattern.isEnabled }
        guard draft != stored.draft || stored.isEdited || stored.isSwitched != isSwitched else { return }
        try update(stored, to: draft, atMicroseconds: now, isEdited: false, isSwitched: isSwitched)
        result.updated += 1
        result.changed.append(key)
    }

    /// Removes a pattern that a set no longer contains. A pattern that a user changed is kept as
    /// the user's own.
    fileprivate func retire(
        _ stored: StoredPattern, atMicroseconds now: Int64, into result: inout PatternStore.LoadedPatterns
    ) throws {
        if stored.isEdited || stored.isSwitched {
            var draft = stored.draft
            draft.bundle = nil
            try update(stored, to: draft, atMicroseconds: now, isEdited: false, isSwitched: false)
            result.kept += 1
        } else {
            try delete(stored, isRemembered: false)
            result.removed += 1
            result.changed.append(stored.pattern.key)
        }
    }
}

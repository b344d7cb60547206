import FlockFinder
import GRDB

/// Sets of patterns that come with the program.
extension Store {
    /// What loading a set did.
    package struct LoadedPatterns: Sendable, Hashable {
        package var added = 0
        package var updated = 0
        /// No longer in the set, and changed by nobody.
        package var removed = 0
        /// Left alone because somebody changed, removed or added them.
        package var kept = 0
        /// Those that were updated or removed.
        package var changed: [Pattern.Key] = []
    }

    /// A set as it is in the program.
    package struct PatternSetDraft: Sendable, Hashable {
        package var name: String
        package var version: Int
        /// Each with the set as its bundle, none twice; the caller sees to both.
        package var drafts: [PatternDraft]

        package init(name: String, version: Int, drafts: [PatternDraft]) {
            self.name = name
            self.version = version
            self.drafts = drafts
        }
    }

    /// Which versions of which sets were loaded, by their names.
    package func patternSets() async throws(StoreError) -> [String: Int] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT name, version FROM pattern_set").reduce(into: [:]) {
                $0[try $1.decode(String.self, atIndex: 0)] = try $1.decode(Int.self, atIndex: 1)
            }
        }
    }

    /// Brings the patterns of sets to what they are in the program: those of all of them, or nothing.
    ///
    /// What somebody added is left alone, and so is what somebody edited or removed, unless `restoring`. A pattern that somebody
    /// switched on or off stays so, unless `restoring`.
    ///
    /// - Parameters:
    ///   - restoring: Somebody asks for it: it can be taken back; see ``undoPatternStep()``. What comes by itself is not held to the
    ///     limit.
    ///   - dryRun: Whether to do nothing, and only say what would be done.
    /// - Returns: What it did, set by set.
    /// - Throws: ``StoreError/tooManyPatterns(limit:)``; then nothing was done.
    package func loadPatterns(
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
        _ set: Store.PatternSetDraft, restoring: Bool, atMicroseconds now: Int64
    ) throws -> Store.LoadedPatterns {
        var result = Store.LoadedPatterns()
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
        _ draft: PatternDraft, restoring: Bool, atMicroseconds now: Int64, into result: inout Store.LoadedPatterns
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

    /// Removes what a set no longer has. What somebody changed is theirs from now on.
    fileprivate func retire(
        _ stored: StoredPattern, atMicroseconds now: Int64, into result: inout Store.LoadedPatterns
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

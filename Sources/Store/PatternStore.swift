import FlockFinder
import GRDB
import GatewayModel

/// Patterns that identify kinds of devices.
/// Patterns and scan settings, with what undoes their last change.
package struct PatternStore: StorePart {
    let database: DatabaseAccess

    /// Maximum number of patterns of all kinds together that users can reach; a newer list of the
    /// program may exceed it.
    package static let patternLimit = 20_000

    /// Returns patterns ordered by kind, then by the order in which they were added.
    ///
    /// - Parameter kind: Nil = every kind.
    package func list(kind: PatternKind? = nil) async throws(StoreError) -> [StoredPattern] {
        try await read { db in
            try (kind.map { [$0] } ?? PatternKind.allCases).flatMap { try db.patterns($0) }
        }
    }

    package func find(_ key: Pattern.Key) async throws(StoreError) -> StoredPattern? {
        try await read { db in try db.pattern(key) }
    }

    /// Makes all changes in this order, or none.
    ///
    /// - Parameters:
    ///   - settings: Scan settings to change with them; see ``setScanSettings(_:atMicroseconds:)``.
    ///   - cause: Cause of a bulk change that can be undone; see ``undo()``. Nil =
    ///     cannot be undone.
    /// - Throws: ``StoreError/patternTaken(_:)``, ``StoreError/unknownPattern(_:)``,
    ///   ``StoreError/tooManyPatterns(limit:)``.
    package func change(
        _ changes: [PatternChange], settings: [ScanSetting: Int?] = [:], undoableAs cause: PatternUndoCause? = nil,
        atMicroseconds now: Int64
    ) async throws(StoreError) {
        try await write { db in
            let count = try db.patternCount()
            let step = changes.isEmpty && settings.isEmpty ? nil : cause
            if let step { try db.keepPatterns(before: step, atMicroseconds: now) }
            for change in changes { try db.change(change, atMicroseconds: now) }
            try db.setScanSettings(settings, atMicroseconds: now)
            if step != nil { try db.notePatterns(isStep: true) }
            try db.checkPatternCount(before: count)
        }
    }
}

extension Database {
    func patterns(_ kind: PatternKind) throws -> [StoredPattern] {
        let rows = try Row.fetchCursor(self, sql: PatternTable(kind).selection)
        var found: [StoredPattern] = []
        while let row = try rows.next() { found.append(try StoredPattern(kind, row)) }
        return found
    }

    func pattern(_ key: Pattern.Key) throws -> StoredPattern? {
        let statement = try cachedStatement(sql: PatternTable(key.kind).selectionOfOne)
        return try Row.fetchOne(statement, arguments: key.arguments).map { try StoredPattern(key.kind, $0) }
    }

    func insert(
        _ draft: PatternDraft, atMicroseconds now: Int64, isEdited: Bool = false, isSwitched: Bool = false
    ) throws {
        let statement = try cachedStatement(sql: PatternTable(draft.pattern.kind).insertion)
        do {
            try statement.execute(
                arguments: draft.arguments(created: now, updated: now, isEdited: isEdited, isSwitched: isSwitched))
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw StoreError.patternTaken(draft.pattern.key)
        }
    }

    /// Overwrites an existing pattern, which keeps its id and its time of creation.
    func update(
        _ stored: StoredPattern, to draft: PatternDraft, atMicroseconds now: Int64, isEdited: Bool, isSwitched: Bool
    ) throws {
        let statement = try cachedStatement(sql: PatternTable(draft.pattern.kind).update)
        let arguments = draft.arguments(
            created: stored.createdMicroseconds, updated: now, isEdited: isEdited, isSwitched: isSwitched)
        do {
            try statement.execute(arguments: arguments + [stored.id])
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw StoreError.patternTaken(draft.pattern.key)
        }
    }

    /// - Parameter isRemembered: Whether to prevent a newer list from adding a pattern of the
    ///   program again.
    func delete(_ stored: StoredPattern, isRemembered: Bool = true) throws {
        let key = stored.pattern.key
        try cachedStatement(sql: PatternTable(key.kind).deletion).execute(arguments: key.arguments)
        guard isRemembered, !stored.isCustom else { return }
        try execute(
            sql: "INSERT OR IGNORE INTO removed_pattern (kind, pattern, case_sensitive) VALUES (?, ?, ?)",
            arguments: [key.kind.rawValue, key.text, key.isCaseSensitive])
    }

    func patternCount() throws -> Int { try Int.fetchOne(self, sql: PatternTable.count) ?? 0 }

    /// Throws if there are more patterns than the limit and more than before. A newer list of the
    /// program may have exceeded the limit; changing and removing patterns must then remain
    /// possible.
    func checkPatternCount(before: Int) throws {
        guard try patternCount() <= max(PatternStore.patternLimit, before) else {
            throw StoreError.tooManyPatterns(limit: PatternStore.patternLimit)
        }
    }

    fileprivate func change(_ change: PatternChange, atMicroseconds now: Int64) throws {
        switch change {
        case .add(let draft): try insert(draft, atMicroseconds: now)
        case .replace(let key, let draft): try replace(try known(key), with: draft, atMicroseconds: now)
        case .remove(let key): try delete(try known(key))
        case .enable(let key, let isEnabled):
            let statement = try cachedStatement(sql: PatternTable(key.kind).switching)
            try statement.execute(arguments: [isEnabled, now] + key.arguments)
            guard changesCount > 0 else { throw StoreError.unknownPattern(key) }
        }
    }

    private func known(_ key: Pattern.Key) throws -> StoredPattern {
        guard let stored = try pattern(key) else { throw StoreError.unknownPattern(key) }
        return stored
    }

    private func replace(_ stored: StoredPattern, with draft: PatternDraft, atMicroseconds now: Int64) throws {
        var draft = draft
        guard draft.pattern.key == stored.pattern.key else {
            try delete(stored)
            draft.bundle = nil
            return try insert(draft, atMicroseconds: now)
        }
        draft.bundle = stored.draft.bundle
        var switched = stored.draft
        switched.pattern.isEnabled = draft.pattern.isEnabled
        try update(
            stored, to: draft, atMicroseconds: now, isEdited: stored.isEdited || draft != switched,
            isSwitched: stored.isSwitched || switched != stored.draft)
    }
}

extension StoredPattern {
    /// - Parameter row: Row of ``PatternTable/selection``.
    fileprivate init(_ kind: PatternKind, _ row: Row) throws {
        let pattern: Pattern
        do {
            pattern = try Pattern(
                kind, row.decode(atIndex: 1), deviceType: row.decode(atIndex: 3),
                isCaseSensitive: row.decode(atIndex: 2),
                isEnabled: row.decode(atIndex: 4))
        } catch let fault as PatternFault {
            // Only this program writes patterns, and it writes only valid ones, so the database is
            // damaged.
            throw StoreError.corrupt(message: "no pattern of kind \(kind.rawValue): \(fault)")
        }
        id = try row.decode(atIndex: 0)
        createdMicroseconds = try row.decode(atIndex: 6)
        updatedMicroseconds = try row.decode(atIndex: 7)
        draft = PatternDraft(
            pattern, bundle: try row.decode(atIndex: 11), source: try row.decode(atIndex: 8),
            confidence: try row.decode(atIndex: 9), details: try row.decode(atIndex: 10))
        isEdited = try row.decode(atIndex: 12)
        isSwitched = try row.decode(atIndex: 13)
    }
}

import Foundation
import GatewayModel
import GRDB

/// Journals of runs.
extension Store {
    /// Lines of a run's journal that are kept; what comes later is counted.
    package static let journalLimit = 5_000
    /// Longest ``StoredRun/Progress/baseline``, 64 KiB.
    package static let baselineBytes = 65_536
    /// Longest ``JournalEntry/bytes``.
    package static let journalLineBytes = 512
    fileprivate static let detailLength = 1_000

    /// Adds to a run's journal and says how the run stands, all or nothing. Durable when it returns.
    ///
    /// Beyond ``journalLimit`` lines are only counted; how the run stands is noted all the same. The run counts as updated at the
    /// time of the last line.
    ///
    /// - Parameter progress: Takes the place of the run's whole progress; nil leaves it as it is.
    /// - Returns: How many lines were kept; none where the run is not there.
    /// - Throws: ``StoreError/tooLargeForJournal(bytes:limit:)`` for bytes or a baseline that are too long.
    @discardableResult
    package func journal(
        _ entries: [JournalEntry], of run: Int64, progress: StoredRun.Progress?
    ) async throws(StoreError) -> Int {
        let longest = entries.map { $0.bytes?.count ?? 0 }.max() ?? 0
        for (bytes, limit) in [
            (longest, Store.journalLineBytes), (progress?.baseline?.count ?? 0, Store.baselineBytes),
        ] where bytes > limit {
            throw .tooLargeForJournal(bytes: bytes, limit: limit)
        }
        return try await write { db in
            // A step of provisioning waits for this: its statements are prepared once.
            let counted = try db.cachedStatement(sql: "SELECT lines FROM run WHERE id = ?")
            guard let lines = try Int.fetchOne(counted, arguments: [run]) else { return 0 }
            let kept = entries.prefix(max(0, Store.journalLimit - lines))
            for (index, entry) in kept.enumerated() { try db.append(entry, number: lines + 1 + index, to: run) }
            try db.executeCached(
                """
                UPDATE run SET updated = ifnull(?, updated), lines = lines + ?, dropped_lines = dropped_lines + ?
                WHERE id = ?
                """, [entries.last?.atMicroseconds, kept.count, entries.count - kept.count, run])
            if let progress { try db.note(progress, of: run) }
            return kept.count
        }
    }

    /// Lines of a run's journal in their order, with their numbers, 1 the first.
    ///
    /// - Parameter after: Only those with a higher number.
    package func journal(
        of run: Int64, after: Int, limit: Int
    ) async throws(StoreError) -> [(number: Int, entry: JournalEntry)] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM run_line WHERE run = ? AND number > ? ORDER BY number LIMIT ?",
                arguments: [run, after, max(0, limit)]
            ).map { row in (number: try row.decode(forColumn: "number"), entry: try JournalEntry(row)) }
        }
    }

    /// Lines of a run's journal that were not kept; 0 where the run is not there.
    package func droppedJournalLines(of run: Int64) async throws(StoreError) -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT dropped_lines FROM run WHERE id = ?", arguments: [run]) ?? 0
        }
    }
}

extension Database {
    fileprivate func append(_ entry: JournalEntry, number: Int, to run: Int64) throws {
        try executeCached(
            """
            INSERT INTO run_line (run, number, at, attempt, phase, kind, step, detail, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                run, number, entry.atMicroseconds, entry.attempt, entry.phase, entry.kind, entry.step,
                String(entry.detail.unicodeScalars.prefix(Store.detailLength)), entry.bytes.map { Data($0) },
            ])
    }

    fileprivate func executeCached(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    fileprivate func note(_ progress: StoredRun.Progress, of run: Int64) throws {
        let columns = progress.columns
        let assignments = columns.keys.sorted().map { "\($0) = :\($0)" }.joined(separator: ", ")
        try executeCached(
            "UPDATE run SET \(assignments) WHERE id = :id", StatementArguments(columns) + ["id": run])
        guard let baseline = progress.baseline else {
            try executeCached("DELETE FROM run_baseline WHERE run = ?", [run])
            return
        }
        // Most often it is what is there already, and writing 64 KiB takes longer than reading them.
        try executeCached(
            """
            INSERT INTO run_baseline (run, baseline) VALUES (?, ?)
            ON CONFLICT (run) DO UPDATE SET baseline = excluded.baseline WHERE baseline <> excluded.baseline
            """, [run, baseline])
    }
}

extension JournalEntry {
    fileprivate init(_ row: Row) throws {
        let bytes: Data? = try row.decode(forColumn: "bytes")
        self.init(
            atMicroseconds: try row.decode(forColumn: "at"), attempt: try row.decode(forColumn: "attempt"),
            phase: try row.decode(forColumn: "phase"), kind: try row.decode(forColumn: "kind"),
            step: try row.decode(forColumn: "step"),
            detail: try row.decode(forColumn: "detail"), bytes: bytes.map { Array($0) })
    }
}

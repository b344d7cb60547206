import Foundation
import GatewayModel
import GRDB

/// Journals of runs.
extension RunStore {
    /// Maximum number of stored lines of a run's journal; later lines are only counted.
    package static let journalLimit = 5_000
    /// Maximum length of ``StoredRun/Progress/baseline``, 64 KiB.
    package static let baselineBytes = 65_536
    /// Maximum length of ``JournalEntry/bytes``.
    package static let journalLineBytes = 512
    fileprivate static let detailLength = 1_000

    /// Appends to a run's journal and updates the run's progress, both or neither. Durable when it
    /// returns.
    ///
    /// Lines beyond ``journalLimit`` are only counted; the progress is stored all the same. The
    /// run's time of update becomes the time of the last line.
    ///
    /// - Parameter progress: Replaces the run's whole progress; nil leaves it unchanged.
    /// - Returns: Number of lines stored; 0 if the run does not exist.
    /// - Throws: ``StoreError/tooLargeForJournal(bytes:limit:)`` if a line's bytes or the baseline
    ///   are too long.
    @discardableResult
    package func journal(
        _ entries: [JournalEntry], of run: Int64, progress: StoredRun.Progress?
    ) async throws(StoreError) -> Int {
        let longest = entries.map { $0.bytes?.count ?? 0 }.max() ?? 0
        for (bytes, limit) in [
            (longest, RunStore.journalLineBytes), (progress?.baseline?.count ?? 0, RunStore.baselineBytes),
        ] where bytes > limit {
            throw .tooLargeForJournal(bytes: bytes, limit: limit)
        }
        return try await write { db in
            // Each step of provisioning waits for this call, so its statements are cached.
            let counted = try db.cachedStatement(sql: "SELECT lines FROM run WHERE id = ?")
            guard let lines = try Int.fetchOne(counted, arguments: [run]) else { return 0 }
            let kept = entries.prefix(max(0, RunStore.journalLimit - lines))
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

    /// Returns lines of a run's journal in order, with their numbers from 1.
    ///
    /// - Parameter after: Only lines with a higher number.
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

    /// Returns the number of journal lines that were not stored; 0 if the run does not exist.
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
                String(entry.detail.unicodeScalars.prefix(RunStore.detailLength)), entry.bytes.map { Data($0) },
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
        // The baseline is usually unchanged, and writing 64 KiB takes longer than comparing them.
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

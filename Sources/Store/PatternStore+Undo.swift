import Foundation
import GRDB
import GatewayModel

/// Saved copies of the pattern tables from before a bulk change, for undoing it.
extension PatternStore {
    /// Number of steps stored; beyond it, the oldest are dropped.
    package static let patternUndoLimit = 10

    /// A bulk change that can be undone.
    package struct PatternStep: Sendable, Hashable {
        /// Cause of the change: `pull`, `sync`, `import` or `reset-defaults`.
        package let cause: PatternUndoCause
        package let atMicroseconds: Int64
        /// Number of patterns or scan settings that were changed, added or removed since; undoing
        /// the step undoes these changes too.
        package let changedSince: Int
    }

    /// Returns the newest step; nil if there is none.
    package func lastStep() async throws(StoreError) -> PatternStep? {
        try await read { db in try db.patternStep()?.step }
    }

    /// Restores the patterns, their sets and the scan settings to their state before the newest
    /// step, and deletes the step.
    ///
    /// - Returns: The step; nil if there is none.
    package func undo() async throws(StoreError) -> PatternStep? {
        try await write { db in
            guard let (id, step) = try db.patternStep() else { return nil }
            for table in Database.patternTables {
                let columns = try db.columns(in: table).map(\.name)
                try db.execute(sql: "DELETE FROM \(table)")
                try db.execute(
                    sql: """
                        INSERT INTO \(table) (\(columns.joined(separator: ", ")))
                        SELECT \(columns.indices.map { "json_extract(row.value, '$[\($0)]')" }.joined(separator: ", "))
                        FROM pattern_undo, json_each(content, '$.\(table)') AS row WHERE pattern_undo.id = ?
                        """, arguments: [id])
            }
            try db.execute(sql: "DELETE FROM pattern_undo WHERE id = ?", arguments: [id])
            // The step set the state that device and gateway agreed on, which is now undone.
            if [.pull, .sync].contains(step.cause) { try db.execute(sql: "UPDATE config_device SET base = NULL") }
            return step
        }
    }
}

extension Database {
    fileprivate static let patternTables = [
        "mac_patterns", "ssid_patterns", "ble_patterns", "removed_pattern", "pattern_set", "scan_config",
    ]

    /// Saves the tables before a bulk change.
    func keepPatterns(before cause: PatternUndoCause, atMicroseconds now: Int64) throws {
        let parts = try Database.patternTables.map { table in
            let columns = try columns(in: table).map(\.name).joined(separator: ", ")
            return "'\(table)', (SELECT json_group_array(json_array(\(columns))) FROM \(table))"
        }
        try execute(
            sql:
                "INSERT INTO pattern_undo (cause, at, content) SELECT ?, ?, json_object(\(parts.joined(separator: ", ")))",
            arguments: [cause, now])
        try execute(
            sql: """
                DELETE FROM pattern_undo WHERE id NOT IN (
                    SELECT id FROM pattern_undo ORDER BY id DESC LIMIT \(PatternStore.patternUndoLimit))
                """)
    }

    /// Records the number of rows after the newest step, or deletes the step if it changed nothing.
    func notePatterns(isStep: Bool) throws {
        let newest = "id = (SELECT max(id) FROM pattern_undo)"
        try execute(
            sql: isStep
                ? "UPDATE pattern_undo SET rows_after = \(Database.rowCount) WHERE \(newest)"
                : "DELETE FROM pattern_undo WHERE \(newest)")
    }

    private static let rowCount =
        "(SELECT "
        + patternTables.dropLast(2).filter { $0 != "removed_pattern" }
        .map { "(SELECT count(*) FROM \($0))" }.joined(separator: " + ") + " + (SELECT count(*) FROM scan_config))"

    fileprivate func patternStep() throws -> (id: Int64, step: PatternStore.PatternStep)? {
        guard
            let row = try Row.fetchOne(
                self,
                sql:
                    "SELECT id, cause, at, rows_after, \(Database.rowCount) AS now FROM pattern_undo ORDER BY id DESC LIMIT 1"
            )
        else { return nil }
        let at: Int64 = try row.decode(forColumn: "at")
        let changed = try ["mac_patterns", "ssid_patterns", "ble_patterns", "scan_config"].reduce(0) { sum, table in
            sum
                + (try Int.fetchOne(self, sql: "SELECT count(*) FROM \(table) WHERE updated_at > ?", arguments: [at])
                    ?? 0)
        }
        // Removed rows have no time of change, so the difference in number counts as well.
        let (after, count): (Int, Int) = (try row.decode(forColumn: "rows_after"), try row.decode(forColumn: "now"))
        return (
            try row.decode(forColumn: "id"),
            PatternStore.PatternStep(
                cause: try row.decode(forColumn: "cause"), atMicroseconds: at, changedSince: max(changed, after - count)
            )
        )
    }
}

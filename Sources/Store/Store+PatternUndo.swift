import Foundation
import GRDB
import GatewayModel

/// The tables of patterns as they were before something changed many of them at once, to be brought back.
extension Store {
    /// Steps that are kept; beyond it the oldest go.
    package static let patternUndoLimit = 10

    /// A step that can be taken back.
    package struct PatternStep: Sendable, Hashable {
        /// What changed them: `pull`, `sync`, `import` or `reset-defaults`.
        package let cause: PatternUndoCause
        package let atMicroseconds: Int64
        /// Patterns that were changed or added since by something else, which would be taken back too.
        package let changedSince: Int
    }

    /// The newest step; nil where there is none.
    package func patternStep() async throws(StoreError) -> PatternStep? {
        try await read { db in try db.patternStep()?.step }
    }

    /// Brings the patterns, their sets and the scan settings to what they were before the newest step, which is then gone.
    ///
    /// - Returns: The step; nil where there is none.
    package func undoPatternStep() async throws(StoreError) -> PatternStep? {
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
            // What a device and the tables agreed on by it they agree on no more.
            if [.pull, .sync].contains(step.cause) { try db.execute(sql: "UPDATE config_device SET base = NULL") }
            return step
        }
    }
}

extension Database {
    fileprivate static let patternTables = [
        "mac_patterns", "ssid_patterns", "ble_patterns", "removed_pattern", "pattern_set", "scan_config",
    ]

    /// Keeps the tables as they are, before something changes them.
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
                    SELECT id FROM pattern_undo ORDER BY id DESC LIMIT \(Store.patternUndoLimit))
                """)
    }

    /// Notes how many there are after the step that was kept last; one that did nothing is none.
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

    fileprivate func patternStep() throws -> (id: Int64, step: Store.PatternStep)? {
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
        // One that was removed has no time.
        let (after, count): (Int, Int) = (try row.decode(forColumn: "rows_after"), try row.decode(forColumn: "now"))
        return (
            try row.decode(forColumn: "id"),
            Store.PatternStep(
                cause: try row.decode(forColumn: "cause"), atMicroseconds: at, changedSince: max(changed, after - count)
            )
        )
    }
}

import Advertising
import GRDB
import GatewayModel

/// Provisioning runs.
/// Provisioning runs with their journals, the holders of identities, and the pool of UUIDs.
package struct RunStore: StorePart {
    let database: DatabaseAccess

    /// Number of runs stored. Beyond it, the oldest ended ones are deleted, with their journals.
    package static let runLimit = 10_000

    /// Adds planned runs as one batch. If the newest run of a beacon has the same target, may have
    /// saved it, and is not verified, that run continues in the batch instead.
    ///
    /// Runs under way are never deleted: if too few runs have ended, more than ``runLimit`` are
    /// stored.
    ///
    /// - Returns: The runs in the order of `targets`. If `targets` is empty, none, and no batch is
    ///   made.
    package func add(_ targets: [StoredRun.Target], atMicroseconds now: Int64) async throws(StoreError)
        -> [StoredRun]
    {
        guard !targets.isEmpty else { return [] }
        return try await write { db in
            let batch = try db.addBatch(atMicroseconds: now)
            let added = try targets.map {
                try db.takeUpRun($0, batch: batch) ?? db.addRun($0, batch: batch, atMicroseconds: now)
            }
            try db.trimRuns()
            try db.trimBatches()
            return added
        }
    }

    /// Moves runs to a new batch, in the order of `ids`. Unknown ids are left out.
    ///
    /// - Returns: The runs afterwards. If none exists, none, and no batch is made.
    package func rebatch(_ ids: [Int64], atMicroseconds now: Int64) async throws(StoreError) -> [StoredRun] {
        try await write { db in
            var seen: Set<Int64> = []
            var runs = try ids.filter { seen.insert($0).inserted }.compactMap { try db.run($0) }
            guard !runs.isEmpty else { return [] }
            let batch = try db.addBatch(atMicroseconds: now)
            for index in runs.indices { try db.rebatch(&runs[index], batch) }
            try db.trimBatches()
            return runs
        }
    }

    /// Returns runs, the newest first.
    ///
    /// - Parameter before: Only runs with a lower id.
    package func list(
        batch: Int64? = nil, before: Int64? = nil, limit: Int
    ) async throws(StoreError) -> [StoredRun] {
        try await read { db in
            let conditions = [batch.map { _ in "run.batch = :batch" }, before.map { _ in "run.id < :before" }]
            var arguments: StatementArguments = ["limit": max(0, limit)]
            if let batch { arguments += ["batch": batch] }
            if let before { arguments += ["before": before] }
            let filter = conditions.compactMap(\.self).joined(separator: " AND ")
            return try db.runs(
                (filter.isEmpty ? "" : "WHERE \(filter) ") + "ORDER BY run.id DESC LIMIT :limit", arguments)
        }
    }

    package func find(_ id: Int64) async throws(StoreError) -> StoredRun? {
        try await read { db in try db.run(id) }
    }

    /// Returns the highest run id ever given; 0 if there was no run.
    package func last() async throws(StoreError) -> Int64 {
        try await read { db in
            try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'run'") ?? 0
        }
    }

    /// Returns the newest run of each beacon address, the newest first.
    package func newest(limit: Int) async throws(StoreError) -> [StoredRun] {
        try await read { db in
            try db.runs(
                "WHERE run.id IN (SELECT max(id) FROM run GROUP BY address) ORDER BY run.id DESC LIMIT ?",
                [max(0, limit)])
        }
    }

    /// Returns runs with this identity, the newest first.
    package func list(identity: BeaconIdentity) async throws(StoreError) -> [StoredRun] {
        try await read { db in
            try db.runs("WHERE (uuid, major, minor) = (?, ?, ?) ORDER BY run.id DESC", identity.columns)
        }
    }

    /// Returns runs in any of these states, the oldest first.
    package func list(states: [ProvisioningState]) async throws(StoreError) -> [StoredRun] {
        guard !states.isEmpty else { return [] }
        return try await read { db in
            let marks = databaseQuestionMarks(count: states.count)
            return try db.runs("WHERE state IN (\(marks)) ORDER BY run.id", StatementArguments(states))
        }
    }

    /// Returns the number of runs, and the number that were deleted to make room.
    package func counts() async throws(StoreError) -> ProvisioningCounts {
        try await read { db in
            let runs = try Int.fetchOne(db, sql: "SELECT count(*) FROM run") ?? 0
            let ended = "SELECT count(*) FROM run WHERE state IN (\(StoredRun.endStates))"
            return ProvisioningCounts(
                runs: runs, underWay: runs - (try Int.fetchOne(db, sql: ended) ?? 0),
                droppedRuns: try Int.fetchOne(db, sql: "SELECT dropped FROM run_total") ?? 0)
        }
    }
}

extension Database {
    fileprivate func addBatch(atMicroseconds now: Int64) throws -> Int64 {
        try execute(sql: "INSERT INTO run_batch (created) VALUES (?)", arguments: [now])
        return lastInsertedRowID
    }

    fileprivate func rebatch(_ run: inout StoredRun, _ batch: Int64) throws {
        run.batch = batch
        try execute(sql: "UPDATE run SET batch = ? WHERE id = ?", arguments: [batch, run.id])
    }

    /// Moves the newest run of a beacon to the batch if it has the same target, may have saved it,
    /// and is not verified; otherwise returns nil.
    fileprivate func takeUpRun(_ target: StoredRun.Target, batch: Int64) throws -> StoredRun? {
        let newest = try runs(
            "WHERE run.id = (SELECT max(id) FROM run WHERE address = ?)", [target.address])
        guard var run = newest.first, run.progress.saveBegun, StoredRun.unprovenStates.contains(run.progress.state),
            run.target.isSame(as: target)
        else { return nil }
        try rebatch(&run, batch)
        return run
    }

    fileprivate func addRun(_ target: StoredRun.Target, batch: Int64, atMicroseconds now: Int64) throws -> StoredRun {
        var run = StoredRun(
            id: 0, batch: batch, target: target, progress: StoredRun.Progress(), createdMicroseconds: now,
            updatedMicroseconds: now)
        try insert(run.columns, into: "run")
        run.id = lastInsertedRowID
        return run
    }

    private func insert(_ columns: [String: (any DatabaseValueConvertible)?], into table: String) throws {
        let names = columns.keys.sorted()
        let places = names.map { ":" + $0 }.joined(separator: ", ")
        try execute(
            sql: "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))",
            arguments: StatementArguments(columns))
    }

    /// Deletes the oldest ended runs beyond the limit, and counts them.
    fileprivate func trimRuns() throws {
        let excess = (try Int.fetchOne(self, sql: "SELECT count(*) FROM run") ?? 0) - RunStore.runLimit
        guard excess > 0 else { return }
        try execute(
            sql: """
                DELETE FROM run WHERE id IN (
                    SELECT id FROM run WHERE state IN (\(StoredRun.endStates)) ORDER BY id LIMIT ?)
                """,
            arguments: [excess])
        try execute(sql: "UPDATE run_total SET dropped = dropped + ?", arguments: [changesCount])
        try trimBatches()
    }

    /// Deletes batches that have no runs.
    fileprivate func trimBatches() throws {
        try execute(sql: "DELETE FROM run_batch WHERE NOT EXISTS (SELECT 1 FROM run WHERE batch = run_batch.id)")
    }

    fileprivate func run(_ id: Int64) throws -> StoredRun? {
        try runs("WHERE run.id = ?", [id]).first
    }

    /// - Parameter filter: SQL that follows `FROM run`.
    func runs(_ filter: String, _ arguments: StatementArguments) throws -> [StoredRun] {
        try StoredRun.fetchAll(
            self, sql: "SELECT run.*, baseline FROM run LEFT JOIN run_baseline ON run_baseline.run = run.id " + filter,
            arguments: arguments
        )
    }
}

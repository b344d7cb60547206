import Advertising
import GRDB
import GatewayModel

/// Runs of provisioning.
extension Store {
    /// Runs that are kept. Beyond it the oldest of those that stand still go, with their journals.
    package static let runLimit = 10_000

    /// Adds runs that are planned, as one batch. Where the newest run of a beacon is to make the same of it, may have told it to
    /// keep that, and is not verified, that run goes on in the batch instead.
    ///
    /// Where too few of the old ones stand still, more than ``runLimit`` are kept: none that is under way goes.
    ///
    /// - Returns: The runs in the order of `targets`; none, and no batch, for none.
    package func addRuns(_ targets: [StoredRun.Target], atMicroseconds now: Int64) async throws(StoreError)
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

    /// Gives runs to a new batch, in the order of `ids`. Those that are not there are left out.
    ///
    /// - Returns: The runs as they are then; none, and no batch, where none of them is there.
    package func rebatchRuns(_ ids: [Int64], atMicroseconds now: Int64) async throws(StoreError) -> [StoredRun] {
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

    /// Runs, the newest first.
    ///
    /// - Parameter before: Only those with a lower id.
    package func runs(
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

    package func run(_ id: Int64) async throws(StoreError) -> StoredRun? {
        try await read { db in try db.run(id) }
    }

    /// The highest id that a run had yet, 0 where there was none.
    package func lastRun() async throws(StoreError) -> Int64 {
        try await read { db in
            try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'run'") ?? 0
        }
    }

    /// The newest run of each beacon's address, the newest first.
    package func newestRuns(limit: Int) async throws(StoreError) -> [StoredRun] {
        try await read { db in
            try db.runs(
                "WHERE run.id IN (SELECT max(id) FROM run GROUP BY address) ORDER BY run.id DESC LIMIT ?",
                [max(0, limit)])
        }
    }

    /// Runs with this identity, the newest first.
    package func runs(identity: BeaconIdentity) async throws(StoreError) -> [StoredRun] {
        try await read { db in
            try db.runs("WHERE (uuid, major, minor) = (?, ?, ?) ORDER BY run.id DESC", identity.columns)
        }
    }

    /// Runs in one of these states, the oldest first.
    package func runs(states: [ProvisioningState]) async throws(StoreError) -> [StoredRun] {
        guard !states.isEmpty else { return [] }
        return try await read { db in
            let marks = databaseQuestionMarks(count: states.count)
            return try db.runs("WHERE state IN (\(marks)) ORDER BY run.id", StatementArguments(states))
        }
    }

    /// How many runs there are, and how many have gone to make room.
    package func provisioningCounts() async throws(StoreError) -> ProvisioningCounts {
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

    /// Takes up the run that was to make the same of a beacon and may have done so; nil where there is none.
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

    /// Drops the oldest runs beyond the limit that stand still, and counts them.
    fileprivate func trimRuns() throws {
        let excess = (try Int.fetchOne(self, sql: "SELECT count(*) FROM run") ?? 0) - Store.runLimit
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

    /// Drops batches that have no runs any more.
    fileprivate func trimBatches() throws {
        try execute(sql: "DELETE FROM run_batch WHERE NOT EXISTS (SELECT 1 FROM run WHERE batch = run_batch.id)")
    }

    fileprivate func run(_ id: Int64) throws -> StoredRun? {
        try runs("WHERE run.id = ?", [id]).first
    }

    /// - Parameter filter: What follows `FROM run`, in SQL.
    func runs(_ filter: String, _ arguments: StatementArguments) throws -> [StoredRun] {
        try StoredRun.fetchAll(
            self, sql: "SELECT run.*, baseline FROM run LEFT JOIN run_baseline ON run_baseline.run = run.id " + filter,
            arguments: arguments
        )
    }
}

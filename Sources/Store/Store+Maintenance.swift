import GRDB
import Glibc

extension Store {
    private static let findingsKept = 100

    /// What SQLite finds wrong with the file and with references between tables; empty for a sound database.
    ///
    /// At most 100 findings. Verbs go on meanwhile.
    package func check() async throws(StoreError) -> [String] {
        try await inspect { try $0.findings(atMost: Store.findingsKept) }
    }

    /// A shorter look, which compares no index with its table: what it finds first, nil for a database that seems sound.
    ///
    /// Verbs, checks and copies go on meanwhile.
    ///
    /// - Parameter limit: What takes longer is given up.
    /// - Throws: ``StoreError``; `CancellationError` where the time was over.
    package func quickCheck(within limit: Duration) async throws -> String? {
        // A connection of its own, so that giving up ends nothing else.
        guard let path, let queue = try? DatabaseConnection.reader(StoreFile(path: path)) else { return nil }
        let clock = Task {
            try await Task.sleep(for: limit)
            queue.interrupt()
        }
        defer { clock.cancel() }
        do {
            let finding = try await queue.read { try $0.findings(atMost: 1, isQuick: true).first }
            try queue.close()
            return finding
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            throw CancellationError()
        } catch {
            let error = StoreError(error, path: path)
            // Too damaged to look, or to let go of what was looked at.
            if case .corrupt(let message) = error { return message }
            throw error
        }
    }

    /// Bytes of the database and its log, the newest migration, and the number of events kept.
    ///
    /// - Returns: No bytes for a database in memory.
    package func size() async throws(StoreError) -> (bytes: Int64?, schema: String, events: Int) {
        let location = location
        return try await read { db in
            let bytes = location.map { location in
                ["", "-wal"].reduce(Int64(0)) { sum, suffix in
                    var status = stat()
                    return sum + (stat(location + suffix, &status) == 0 ? Int64(status.st_size) : 0)
                }
            }
            return (
                bytes: bytes,
                schema: try Migrations.migrator.completedMigrations(db).last ?? "",
                events: try Int.fetchOne(db, sql: "SELECT count(*) FROM event") ?? 0
            )
        }
    }
}

extension Database {
    /// What SQLite finds wrong, and rows that refer to nothing.
    func findings(atMost limit: Int, isQuick: Bool = false) throws -> [String] {
        var findings: [String] = []
        do {
            // What is on the disk counts, not what was read from it earlier.
            try execute(sql: "PRAGMA shrink_memory")
            let sound = "ok"
            findings = try String.fetchAll(self, sql: "PRAGMA \(isQuick ? "quick" : "integrity")_check(\(limit + 1))")
                .filter { $0 != sound }.flatMap { $0.split(separator: "\n").map(String.init) }
                // SQLite's heading says nothing by itself.
                .filter { !$0.hasPrefix("*** in database") }
            let broken = try Row.fetchCursor(self, sql: "PRAGMA foreign_key_check")
            while !isQuick, findings.count < limit, let row = try broken.next() {
                let table: String? = try row.decode(forColumn: "table")
                let parent: String? = try row.decode(forColumn: "parent")
                let id: Int64? = try row.decode(forColumn: "rowid")
                let place = "row \(id.map { "\($0)" } ?? "?") of \(table ?? "?")"
                findings.append("\(place) refers to nothing in \(parent ?? "?")")
            }
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            // Too damaged to look further: that is a finding, not a failure.
            findings.append(error.message ?? "\(error)")
        }
        return Array(findings.prefix(limit))
    }
}

import GRDB
import Glibc

extension Store {
    private static let findingsKept = 100

    /// Returns the errors that SQLite finds in the file and in references between tables; empty for
    /// a sound database.
    ///
    /// At most 100 findings. Other calls continue meanwhile.
    package func check() async throws(StoreError) -> [String] {
        try await database.inspect { try $0.findings(atMost: Store.findingsKept) }
    }

    /// Returns the first finding of a shorter check, which does not compare indexes with their
    /// tables; nil for a database that seems sound.
    ///
    /// Other calls, checks and backups continue meanwhile.
    ///
    /// - Parameter limit: Maximum duration of the check.
    /// - Throws: ``StoreError``; `CancellationError` if the time is over.
    package func quickCheck(within limit: Duration) async throws -> String? {
        // A separate connection, so that the interrupt affects no other work.
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
            // The database is too damaged to be checked, or to end the read transaction.
            if case .corrupt(let message) = error { return message }
            throw error
        }
    }

    /// Returns the size of the database and its log in bytes, the newest migration, and the number
    /// of stored events.
    ///
    /// - Returns: `bytes` is nil for a database in memory.
    package func size() async throws(StoreError) -> (bytes: Int64?, schema: String, events: Int) {
        let location = location
        return try await database.read { db in
            let bytes = location.map { location in
                ["", "-wal"].reduce(Int64(0)) { sum, suffix in
                    var status = stat()
                    return sum + (stat(location + suffix, &status) == 0 ? Int64(status.st_size) : 0)
                }
            }
            return (
                bytes: bytes,
                schema: try Migrations.migrator.applied(db).last ?? "",
                events: try Int.fetchOne(db, sql: "SELECT count(*) FROM event") ?? 0
            )
        }
    }
}

extension Database {
    /// Returns SQLite's findings, and rows that refer to missing rows.
    func findings(atMost limit: Int, isQuick: Bool = false) throws -> [String] {
        var findings: [String] = []
        do {
            // Drops the page cache, so that the check reads the pages from the disk.
            try execute(sql: "PRAGMA shrink_memory")
            let sound = "ok"
            findings = try String.fetchAll(self, sql: "PRAGMA \(isQuick ? "quick" : "integrity")_check(\(limit + 1))")
                .filter { $0 != sound }.flatMap { $0.split(separator: "\n").map(String.init) }
                // SQLite's heading carries no information.
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
            // The database is too damaged for a further check: that is a finding, not a failure.
            findings.append(error.message ?? "\(error)")
        }
        return Array(findings.prefix(limit))
    }
}

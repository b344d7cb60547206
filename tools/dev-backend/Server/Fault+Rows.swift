import GRDB
import LineFormats

extension Fault {
    private init(_ row: Row) throws {
        guard let kind = Kind(rawValue: row["Kind"]) else { throw Rejection.malformed("a kind of fault is unknown") }
        self.init(
            kind, path: row["Path"], delayMs: row["Ms"], status: row["Status"], error: row["Error"],
            times: row["Times"])
    }

    func add(_ db: Database) throws {
        try check()
        let known = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM Faults")) ?? 0
        guard known < Limits.faults else { throw Rejection.refused("There are \(Limits.faults) faults already.") }
        try db.cachedStatement(
            sql: "INSERT INTO Faults (Path, Kind, Ms, Status, Error, Times) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [path, kind.rawValue, delayMs, status, error, times])
    }

    static func clear(_ db: Database) throws { try db.cachedStatement(sql: "DELETE FROM Faults").execute() }

    /// Returns the oldest fault for this request, and uses it once.
    static func take(path: String, token: String?, now: Timestamp, _ db: Database) throws -> Fault? {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM Faults WHERE Path IN (?, '*') ORDER BY ID"), arguments: [path])
        for row in rows {
            let fault = try Fault(row)
            if fault.kind == .expireToken {
                guard try Token.user(of: token, now: now, db) != nil else { continue }
                try Token.expire(token, now: now, db)
            }
            try db.cachedStatement(sql: "UPDATE Faults SET Times = Times - 1 WHERE ID = ?").execute(arguments: [
                row["ID"] as Int
            ])
            try db.cachedStatement(sql: "DELETE FROM Faults WHERE Times = 0").execute()
            return fault
        }
        return nil
    }
}

import GRDB

/// Counts for ``BackendState``, each written in the transaction of the counted request.
enum Counting: String {
    case request, registration, hardware, repetition, replay, verify, save

    func add(_ name: String, _ db: Database) throws {
        let count = "UPDATE Counts SET Count = Count + 1 WHERE Kind = ? AND Name = ?"
        try db.cachedStatement(sql: count).execute(arguments: [rawValue, name])
        if db.changesCount > 0 { return }
        let known = try Int.fetchOne(db.cachedStatement(sql: "SELECT max(ID) FROM Counts")) ?? 0
        // Each kind has one row for all further names.
        let kept = known < Limits.counts ? name : "others"
        try db.cachedStatement(
            sql: """
                INSERT INTO Counts (Kind, Name, Count) VALUES (?, ?, 1)
                ON CONFLICT (Kind, Name) DO UPDATE SET Count = Count + 1
                """
        ).execute(arguments: [rawValue, kept])
    }

    private func all(_ db: Database) throws -> [String: Int] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT Name, Count FROM Counts WHERE Kind = ?"), arguments: [rawValue])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["Name"], $0["Count"]) })
    }

    static func state(_ db: Database) throws -> BackendState {
        func rows(_ source: String) throws -> Int {
            try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM \(source)")) ?? 0
        }
        var state = BackendState()
        state.businesses = try rows("Businesses")
        state.servicePoints = try rows("ServicePoints")
        state.beacons = try rows("Beacons")
        state.activeBeacons = try rows("Beacons WHERE IsActive")
        state.tokens = try rows("Tokens")
        state.faults = try Int.fetchOne(db.cachedStatement(sql: "SELECT coalesce(sum(Times), 0) FROM Faults")) ?? 0
        state.requests = try request.all(db)
        state.registrations = try registration.all(db)
        state.hardware = try hardware.all(db)
        state.repetitions = try repetition.all(db)
        state.replays = try replay.all(db)
        state.verifies = try verify.all(db)
        state.saves = try save.all(db)
        return state
    }
}

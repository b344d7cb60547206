import GRDB

/// One row of the event log.
package struct StoredEvent: Sendable, Hashable {
    /// Rising number, never reused, not even after the log was cleared.
    package let id: Int64
    package let microsecondsSince1970: Int64
    package let kind: String
    package let level: String
    package let title: String
    package let detail: String
    package let dongle: String?
    package let isSimulated: Bool
}

/// The event log.
package struct EventStore: StorePart {
    let database: DatabaseAccess

    /// Appends an event and drops events beyond the limits of number and age. Returns its id; the
    /// event then survives a crash.
    ///
    /// The age of an event is the time that gateways have run since it was recorded: a clock that
    /// jumps, in either direction, drops nothing. Events are dropped in the order of their ids.
    package func append(
        kind: String, level: String, title: String, detail: String, dongle: String?, isSimulated: Bool,
        microsecondsSince1970: Int64
    ) async throws(StoreError) -> Int64 {
        let retention = retention
        return try await write { [lived] db in
            let now = try lived.mark(db)
            try db.execute(
                sql: """
                    INSERT INTO event (at, kind, level, title, detail, dongle, is_simulated, lived)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [microsecondsSince1970, kind, level, title, detail, dongle, isSimulated, now])
            let id = db.lastInsertedRowID
            // Only the oldest events are dropped, so ids have no gaps, and surplus events are found
            // by their ids.
            try db.execute(sql: "DELETE FROM event WHERE id <= ?", arguments: [id - Int64(retention.newest)])
            if let oldest = retention.oldest(at: now) {
                try db.execute(
                    sql: "DELETE FROM event WHERE id < (SELECT id FROM event WHERE lived >= ? ORDER BY id LIMIT 1)",
                    arguments: [oldest])
            }
            return id
        }
    }

    /// Returns events in the order of their ids.
    ///
    /// - Parameters:
    ///   - after: Only events with a higher id, beginning with the oldest of them. Nil = the newest
    ///     `limit` events.
    ///   - kinds: Nil = every kind.
    package func list(after: Int64?, kinds: Set<String>?, limit: Int) async throws(StoreError) -> [StoredEvent] {
        try await read { db in
            var sql = "SELECT * FROM event WHERE id > ?"
            var arguments: StatementArguments = [after ?? 0]
            if let kinds {
                sql += " AND kind IN (\(databaseQuestionMarks(count: kinds.count)))"
                arguments += StatementArguments(kinds.sorted())
            }
            sql += " ORDER BY id \(after == nil ? "DESC" : "ASC") LIMIT ?"
            arguments += [max(0, limit)]
            let events = try StoredEvent.fetchAll(db, sql: sql, arguments: arguments)
            return after == nil ? events.reversed() : events
        }
    }

    /// Returns the lowest stored id and the highest id ever given; `oldest` is nil if the log is
    /// empty, `newest` if it was never used.
    package func ids() async throws(StoreError) -> (oldest: Int64?, newest: Int64?) {
        try await read { db in
            (
                oldest: try Int64.fetchOne(db, sql: "SELECT min(id) FROM event"),
                newest: try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'")
            )
        }
    }

    /// Removes every event. Returns how many there were.
    package func clear() async throws(StoreError) -> Int {
        try await write { db in
            try db.execute(sql: "DELETE FROM event")
            return db.changesCount
        }
    }
}

extension Store.Retention {
    /// Returns the time, by ``LivedTime``, before which events are too old; nil if there is no
    /// limit of age.
    fileprivate func oldest(at now: Int64) -> Int64? {
        guard let (seconds, attoseconds) = age?.components else { return nil }
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (oldest, isBeforeAll) = now.subtractingReportingOverflow(whole)
        guard !isTooLong, !isBeforeAll else { return nil }
        return oldest - attoseconds / 1_000_000_000_000
    }
}

extension StoredEvent: FetchableRecord {
    package init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        microsecondsSince1970 = try row.decode(forColumn: "at")
        kind = try row.decode(forColumn: "kind")
        level = try row.decode(forColumn: "level")
        title = try row.decode(forColumn: "title")
        detail = try row.decode(forColumn: "detail")
        dongle = try row.decode(forColumn: "dongle")
        isSimulated = try row.decode(forColumn: "is_simulated")
    }
}

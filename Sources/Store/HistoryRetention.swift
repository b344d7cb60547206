import GRDB

/// Drops history that is too old or takes too much space, a limited amount per call.
struct HistoryRetention {
    private static let rowsDropped = 10_000
    private static let beaconsDropped = 1_000

    private let age: Int64
    private let bytes: Int64
    private let rowsAtMost: Int
    private let beaconsAtMost: Int

    /// - Parameter count: Rows added in the same transaction. Each call must be able to drop more
    ///   than these; otherwise the history would grow without end.
    init(_ retention: Store.Retention, adding count: Int) {
        age = Int64(retention.historyDays) * HistoryMinute.aDay * HistoryMinute.microseconds
        bytes = Int64(retention.historyMegabytes) * 1_000_000
        rowsAtMost = max(HistoryRetention.rowsDropped, 2 * count)
        beaconsAtMost = max(HistoryRetention.beaconsDropped, 2 * count)
    }

    /// - Parameters:
    ///   - newest: The interval that was just recorded, which is never dropped.
    ///   - now: Time by ``LivedTime``.
    func apply(to db: Database, keeping newest: Int64, now: Int64) throws {
        var dropped = 0
        while dropped < rowsAtMost, let (oldest, lived) = try HistoryRetention.oldest(db), oldest != newest,
            try lived < now - age || bytesInUse(db) > bytes
        {
            try db.execute(sql: "DELETE FROM history WHERE minute = ?", arguments: [oldest])
            dropped += db.changesCount
            try db.execute(sql: "DELETE FROM history_minute WHERE minute = ?", arguments: [oldest])
        }
        let first = try Int64.fetchOne(db, sql: "SELECT min(minute) FROM history") ?? newest
        try dropBeacons(db, heardBefore: min(first, newest))
    }

    private func dropBeacons(_ db: Database, heardBefore minute: Int64) throws {
        try db.execute(
            sql: """
                DELETE FROM beacon WHERE number IN (
                    SELECT number FROM beacon WHERE alias IS NULL AND power_at_1m IS NULL AND last_seen < ?
                    ORDER BY last_seen LIMIT ?)
                """,
            arguments: [HistoryMinute.start(minute), beaconsAtMost])
    }

    /// Returns the interval that was recorded first, and its time by ``LivedTime``.
    private static func oldest(_ db: Database) throws -> (minute: Int64, lived: Int64)? {
        try Row.fetchOne(db, sql: "SELECT minute, lived FROM history_minute ORDER BY lived, minute LIMIT 1")
            .map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
    }

    private func bytesInUse(_ db: Database) throws -> Int64 {
        try Store.bytesInUse(db)
    }
}

extension Store {
    /// Returns the size of all used pages in bytes. The file itself does not shrink; SQLite reuses
    /// its free pages.
    static func bytesInUse(_ db: Database) throws -> Int64 {
        let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let free = try Int64.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
        return (pages - free) * (try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    }
}

import GRDB

/// Drops history that is too old or takes too much room, a bounded piece at a time.
struct HistoryRetention {
    private static let rowsDropped = 10_000
    private static let beaconsDropped = 1_000

    private let days: Int64
    private let bytes: Int64
    private let rowsAtMost: Int
    private let beaconsAtMost: Int

    /// - Parameter count: Rows that were added in the same transaction: more than these have to go, or it would never end.
    init(_ retention: Store.Retention, adding count: Int) {
        days = Int64(retention.historyDays)
        bytes = Int64(retention.historyMegabytes) * 1_000_000
        rowsAtMost = max(HistoryRetention.rowsDropped, 2 * count)
        beaconsAtMost = max(HistoryRetention.beaconsDropped, 2 * count)
    }

    /// - Parameter newest: The interval that was just recorded, which stays.
    func apply(to db: Database, at newest: Int64) throws {
        var dropped = 0
        while dropped < rowsAtMost, let oldest = try HistoryRetention.oldest(db), oldest < newest,
            try oldest < newest - days * HistoryMinute.aDay || bytesInUse(db) > bytes
        {
            try db.execute(sql: "DELETE FROM history WHERE minute = ?", arguments: [oldest])
            dropped += db.changesCount
        }
        try dropBeacons(db, heardBefore: HistoryRetention.oldest(db) ?? newest)
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

    private static func oldest(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT min(minute) FROM history")
    }

    private func bytesInUse(_ db: Database) throws -> Int64 {
        try Store.bytesInUse(db)
    }
}

extension Store {
    /// Bytes of the pages that hold something. The file itself does not shrink; what is free in it is used again.
    static func bytesInUse(_ db: Database) throws -> Int64 {
        let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let free = try Int64.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
        return (pages - free) * (try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    }
}

import Advertising
import GRDB

/// The history of beacons, minute by minute.
package struct HistoryStore: StorePart {
    let database: DatabaseAccess

    /// Adds the history of one interval, in one transaction, and drops history that is too old or
    /// takes too much space.
    ///
    /// The beacons become known. If a row exists already, because the gateway was restarted within
    /// the minute or its clock jumped back, the new entry is merged into it: counts are added,
    /// extremes extended, means weighted by counts.
    ///
    /// The age of an interval is the time that gateways have run since it was first recorded: a
    /// clock that jumps, in either direction, drops nothing. The oldest intervals are dropped
    /// first, never this one. A call drops whole intervals until 10,000 rows are gone, or twice as
    /// many as it adds if that is more. It also drops beacons that have neither history nor alias
    /// nor calibration: at most 1,000 per call, or twice as many as it adds if that is more.
    ///
    /// - Parameter startMicroseconds: Start of the interval; rounded down to the whole minute.
    package func append(_ entries: [HistoryEntry], startMicroseconds: Int64) async throws(StoreError) {
        let retention = retention
        let minute = HistoryMinute.containing(startMicroseconds)
        try await write { [lived] db in
            var writer = HistoryWriter(db, minute: minute)
            for entry in entries where entry.count > 0 { try writer.add(entry) }
            let now = try lived.mark(db)
            if entries.contains(where: { $0.count > 0 }) {
                try db.execute(
                    sql: "INSERT INTO history_minute VALUES (?, ?) ON CONFLICT DO NOTHING", arguments: [minute, now])
            }
            try HistoryRetention(retention, adding: entries.count).apply(to: db, keeping: minute, now: now)
        }
    }

    /// Returns the history of one beacon, ordered by time, then by dongle.
    ///
    /// - Parameters:
    ///   - from: First start of an interval, microseconds since 1970.
    ///   - to: End of the range: only intervals that begin earlier.
    ///   - after: Only records after this position.
    package func list(
        of beacon: BeaconIdentity, from: Int64, to: Int64, after: HistoryCursor? = nil, limit: Int
    ) async throws(StoreError) -> [HistoryRecord] {
        let span = HistorySpan(from: from, to: to, after: after)
        return try await database.inspect { db in
            // The query goes from minute to minute by the primary key, and to the beacon in each. A
            // second index would double the size. The recursive series yields one row at a time, so
            // the rows are in order.
            try HistoryRecord.fetch(
                db,
                sql: """
                    WITH RECURSIVE
                        this (number) AS MATERIALIZED (
                            SELECT number FROM beacon WHERE (uuid, major, minor) = (:uuid, :major, :minor)),
                        series (minute) AS (
                            SELECT min(minute) FROM history WHERE minute >= :first AND minute < :end
                            UNION ALL
                            SELECT (SELECT min(minute) FROM history WHERE minute > series.minute AND minute < :end)
                            FROM series WHERE minute IS NOT NULL)
                    SELECT history.*, :uuid AS uuid, :major AS major, :minor AS minor, history_dongle.id AS dongle_id
                    FROM this CROSS JOIN series
                    CROSS JOIN history ON history.minute = series.minute AND history.beacon = this.number
                    CROSS JOIN history_dongle ON history_dongle.number = history.dongle
                    WHERE history.minute > :after_minute OR history.dongle > :after_dongle
                    LIMIT :limit
                    """,
                arguments: [
                    "uuid": beacon.uuid, "major": beacon.major, "minor": beacon.minor, "first": span.first,
                    "end": span.end, "after_minute": after?.minute ?? .min, "after_dongle": after?.dongle ?? .min,
                    "limit": max(0, limit),
                ])
        }
    }

    /// Returns the history of every beacon, one page at a time, ordered by time.
    ///
    /// Recording or dropping rows between two pages does not disturb the remaining pages.
    ///
    /// - Parameters:
    ///   - from: First start of an interval, microseconds since 1970.
    ///   - to: End of the range: only intervals that begin earlier.
    ///   - after: Only records after this position: the cursor of the previous page's last record.
    ///     Nil = from the first.
    package func list(
        from: Int64, to: Int64, after: HistoryCursor?, limit: Int
    ) async throws(StoreError) -> [HistoryRecord] {
        let span = HistorySpan(from: from, to: to, after: after)
        let place = after ?? HistoryCursor(minute: .min, beacon: .min, dongle: .min)
        return try await database.inspect { db in
            try HistoryRecord.fetch(
                db,
                sql: """
                    SELECT history.*, uuid, major, minor, history_dongle.id AS dongle_id FROM history
                    CROSS JOIN beacon ON beacon.number = history.beacon
                    CROSS JOIN history_dongle ON history_dongle.number = history.dongle
                    WHERE minute >= :first AND minute < :end AND (minute, beacon, dongle) > (:minute, :beacon, :dongle)
                    ORDER BY minute, beacon, dongle LIMIT :limit
                    """,
                arguments: [
                    "first": span.first, "end": span.end, "minute": place.minute, "beacon": place.beacon,
                    "dongle": place.dongle, "limit": max(0, limit),
                ])
        }
    }

    /// Returns the starts of the oldest and the newest stored interval; nil if there is no history.
    package func bounds() async throws(StoreError) -> (oldest: Int64?, newest: Int64?) {
        try await read { db in
            (
                oldest: try Int64.fetchOne(db, sql: "SELECT min(minute) FROM history").map(HistoryMinute.start),
                newest: try Int64.fetchOne(db, sql: "SELECT max(minute) FROM history").map(HistoryMinute.start)
            )
        }
    }
}

/// Requested range of minutes.
private struct HistorySpan {
    let first: Int64
    let end: Int64

    init(from: Int64, to: Int64, after: HistoryCursor?) {
        first = max(HistoryMinute.beginning(from: from), after?.minute ?? .min)
        end = HistoryMinute.beginning(from: to)
    }
}

extension HistoryRecord {
    fileprivate static func fetch(
        _ db: Database, sql: String, arguments: StatementArguments
    ) throws -> [HistoryRecord] {
        let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        var records: [HistoryRecord] = []
        while let row = try rows.next() { records.append(try HistoryRecord(row)) }
        return records
    }

    /// Decodes `history.*`, the beacon's identity and the dongle's id, in this order.
    private init(_ row: Row) throws {
        cursor = HistoryCursor(
            minute: try row.decode(atIndex: 0), beacon: try row.decode(atIndex: 1), dongle: try row.decode(atIndex: 2))
        startMicroseconds = HistoryMinute.start(cursor.minute)
        let minimum: Int8? = try row.decode(atIndex: 4)
        let mean: Int64? = try row.decode(atIndex: 5)
        let maximum: Int8? = try row.decode(atIndex: 6)
        var rssi: HistoryRSSI?
        if let minimum, let mean, let maximum {
            rssi = HistoryRSSI(minimum: minimum, mean: Double(mean) / 10, maximum: maximum)
        }
        let centimetres: Int64? = try row.decode(atIndex: 7)
        entry = HistoryEntry(
            beacon: try row.beaconIdentity(), dongle: try row.decode(forColumn: "dongle_id"),
            count: try row.decode(atIndex: 3), rssi: rssi, distanceM: centimetres.map { Double($0) / 100 })
    }
}

import Advertising
import GRDB

extension Store {
    /// Adds what was heard in one interval, in one transaction, and drops history that is too old or takes too much room.
    ///
    /// The beacons become known with it. A row that is there already, since the gateway was restarted within the minute or its
    /// clock has jumped back, takes the new one in: counts are added, extremes extended, means weighted by counts.
    ///
    /// Age is the time that gateways have run since an interval was recorded first: a clock that jumps drops nothing, whichever
    /// way it goes. The oldest intervals go first, and this one stays. A call drops at most 10,000 rows, or twice as many as it
    /// adds where that is more, and at least one interval. Beacons that have neither history, alias nor calibration go too, at
    /// most 1,000 a call, or twice as many as it adds where that is more.
    ///
    /// - Parameter startMicroseconds: Begin of the interval; it counts for the whole minute that this lies in.
    package func appendHistory(_ entries: [HistoryEntry], startMicroseconds: Int64) async throws(StoreError) {
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

    /// What was heard of one beacon, in the order of time, then of dongles.
    ///
    /// - Parameters:
    ///   - from: Intervals that begin here or later, microseconds since 1970.
    ///   - to: Intervals that begin before.
    ///   - after: Only what follows this.
    package func history(
        of beacon: BeaconIdentity, from: Int64, to: Int64, after: HistoryCursor? = nil, limit: Int
    ) async throws(StoreError) -> [HistoryRecord] {
        let span = HistorySpan(from: from, to: to, after: after)
        return try await inspect { db in
            // From minute to minute by the primary key, and in each to the beacon: no second index, which would double the size.
            // The series has one row at a time, and so it is in order.
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

    /// What was heard of every beacon, a page at a time, in the order of time.
    ///
    /// What is recorded or dropped between two pages does not disturb the rest.
    ///
    /// - Parameters:
    ///   - from: Intervals that begin here or later, microseconds since 1970.
    ///   - to: Intervals that begin before.
    ///   - after: Only what follows this: the cursor of the page's last record. Nil = from the first.
    package func history(
        from: Int64, to: Int64, after: HistoryCursor?, limit: Int
    ) async throws(StoreError) -> [HistoryRecord] {
        let span = HistorySpan(from: from, to: to, after: after)
        let place = after ?? HistoryCursor(minute: .min, beacon: .min, dongle: .min)
        return try await inspect { db in
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

    /// Begin of the oldest interval kept and of the newest; nil while there is no history.
    package func historyBounds() async throws(StoreError) -> (oldest: Int64?, newest: Int64?) {
        try await read { db in
            (
                oldest: try Int64.fetchOne(db, sql: "SELECT min(minute) FROM history").map(HistoryMinute.start),
                newest: try Int64.fetchOne(db, sql: "SELECT max(minute) FROM history").map(HistoryMinute.start)
            )
        }
    }
}

/// The minutes that are asked for.
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

    /// From `history.*`, the beacon's identity and the dongle's id, in this order.
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

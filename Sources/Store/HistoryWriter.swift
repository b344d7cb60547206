import Advertising
import GRDB

/// Writes the rows of one interval.
struct HistoryWriter {
    private let db: Database
    private let minute: Int64
    /// Row numbers found so far: several dongles hear the same beacon, and a dongle hears many
    /// beacons.
    private var beacons: [BeaconIdentity: Int64] = [:]
    private var dongles: [String: Int64] = [:]

    init(_ db: Database, minute: Int64) {
        self.db = db
        self.minute = minute
    }

    mutating func add(_ entry: HistoryEntry) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO history (minute, beacon, dongle, count, rssi_minimum, rssi_mean, rssi_maximum, distance)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET
                    count = count + excluded.count,
                    rssi_minimum = ifnull(min(rssi_minimum, excluded.rssi_minimum),
                        ifnull(rssi_minimum, excluded.rssi_minimum)),
                    rssi_maximum = ifnull(max(rssi_maximum, excluded.rssi_maximum),
                        ifnull(rssi_maximum, excluded.rssi_maximum)),
                    rssi_mean = ifnull(CAST(round((rssi_mean * count + excluded.rssi_mean * excluded.count)
                        / CAST(count + excluded.count AS REAL)) AS INTEGER), ifnull(rssi_mean, excluded.rssi_mean)),
                    distance = ifnull(CAST(round((distance * count + excluded.distance * excluded.count)
                        / CAST(count + excluded.count AS REAL)) AS INTEGER), ifnull(distance, excluded.distance))
                """)
        let arguments: StatementArguments = [
            minute, try number(of: entry.beacon), try number(of: entry.dongle), min(entry.count, Int(UInt32.max)),
            entry.rssi?.minimum, entry.rssi.flatMap { HistoryWriter.scaled($0.mean, by: 10) }, entry.rssi?.maximum,
            entry.distanceM.flatMap { $0 < 0 ? nil : HistoryWriter.scaled($0, by: 100) },
        ]
        try statement.execute(arguments: arguments)
    }

    /// Returns nil for NaN, infinity and values that no signal or distance can have.
    private static func scaled(_ value: Double, by factor: Double) -> Int64? {
        abs(value) < 1e6 ? Int64((value * factor).rounded()) : nil
    }

    /// Returns the row number of a beacon and notes that it was heard in this interval; adds the
    /// beacon if it is unknown.
    private mutating func number(of beacon: BeaconIdentity) throws -> Int64 {
        if let number = beacons[beacon] { return number }
        let start = HistoryMinute.start(minute)
        let find = try db.cachedStatement(
            sql: "SELECT number FROM beacon WHERE (uuid, major, minor) = (?, ?, ?)")
        let number: Int64
        if let known = try Int64.fetchOne(find, arguments: beacon.columns) {
            let see = try db.cachedStatement(
                sql: "UPDATE beacon SET first_seen = ifnull(first_seen, ?), last_seen = ? WHERE number = ?")
            try see.execute(arguments: [start, start, known])
            number = known
        } else {
            let add = try db.cachedStatement(
                sql: "INSERT INTO beacon (uuid, major, minor, first_seen, last_seen) VALUES (?, ?, ?, ?, ?)")
            try add.execute(arguments: beacon.columns + [start, start])
            number = db.lastInsertedRowID
        }
        beacons[beacon] = number
        return number
    }

    private mutating func number(of dongle: String) throws -> Int64 {
        if let number = dongles[dongle] { return number }
        let find = try db.cachedStatement(sql: "SELECT number FROM history_dongle WHERE id = ?")
        let number: Int64
        if let known = try Int64.fetchOne(find, arguments: [dongle]) {
            number = known
        } else {
            try db.execute(sql: "INSERT INTO history_dongle (id) VALUES (?)", arguments: [dongle])
            number = db.lastInsertedRowID
        }
        dongles[dongle] = number
        return number
    }
}

import GRDB
import Synchronization

/// Total time that gateways have run on a database, in microseconds. Ages of events and history are
/// measured by this clock.
///
/// It stands still while no gateway runs, and uses a clock that never jumps, so a system clock that
/// is set far ahead makes no row old. It starts at the time of the newest row that existed when
/// this clock was introduced, so that older rows keep their age.
final class LivedTime: Sendable {
    /// Time since this object was made.
    private let elapsed: @Sendable () -> Duration
    /// Value in the database when it was opened; nil = not read yet.
    private let before = Mutex<Int64?>(nil)

    init(elapsed: @escaping @Sendable () -> Duration) {
        self.elapsed = elapsed
    }

    /// Closure that returns the time since it was made, by the system's monotonic clock.
    static var systemClock: @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { ContinuousClock.now - start }
    }

    /// Returns the time now, and stores it in the caller's transaction.
    func mark(_ db: Database) throws -> Int64 {
        let start = try before.withLock { known in
            if let known { return known }
            let read = try Int64.fetchOne(db, sql: "SELECT lived FROM lived_time") ?? 0
            known = read
            return read
        }
        let passed = Int64(clamping: Int128(elapsed() / .microseconds(1)))
        let (sum, isOver) = start.addingReportingOverflow(passed)
        let now = isOver ? .max : sum
        try db.execute(sql: "UPDATE lived_time SET lived = ?", arguments: [now])
        return now
    }
}

extension Migrations {
    // The column `lived` holds the running time at which a row was written. For rows from before
    // this migration, the time of day stands in for it.
    static let livedTime = """
        CREATE TABLE lived_time (lived INTEGER NOT NULL) STRICT;
        INSERT INTO lived_time SELECT min(
            max(
                coalesce((SELECT max(at) FROM event), 0),
                coalesce((SELECT max(minute) FROM history), 0) * 60000000),
            unixepoch() * 1000000);

        ALTER TABLE event ADD COLUMN lived INTEGER NOT NULL DEFAULT 0;
        UPDATE event SET lived = min(at, (SELECT lived FROM lived_time));

        CREATE TABLE history_minute (
            minute INTEGER PRIMARY KEY,
            lived INTEGER NOT NULL
        ) STRICT;
        INSERT INTO history_minute
            WITH RECURSIVE each (minute) AS (
                SELECT min(minute) FROM history
                UNION ALL
                SELECT (SELECT min(minute) FROM history WHERE minute > each.minute) FROM each WHERE minute IS NOT NULL)
            SELECT minute, min(minute * 60000000, (SELECT lived FROM lived_time)) FROM each WHERE minute IS NOT NULL;
        CREATE INDEX history_minute_by_age ON history_minute (lived, minute);
        """
}

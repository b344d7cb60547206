/// The intervals of the history: minutes since 1970.
enum HistoryMinute {
    static let microseconds: Int64 = 60_000_000
    static let aDay: Int64 = 24 * 60

    /// The minute that a time lies in.
    static func containing(_ time: Int64) -> Int64 {
        time >= 0 ? time / microseconds : (time + 1) / microseconds - 1
    }

    /// The first minute that begins at a time or after it.
    static func beginning(from time: Int64) -> Int64 {
        time == .min ? containing(time) : containing(time - 1) + 1
    }

    /// When a minute begins. Only damage puts one into the database that is out of range.
    static func start(_ minute: Int64) -> Int64 {
        let (start, isOver) = minute.multipliedReportingOverflow(by: microseconds)
        return isOver ? (minute < 0 ? .min : .max) : start
    }
}

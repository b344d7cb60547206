/// Intervals of the history: minutes since 1970.
enum HistoryMinute {
    static let microseconds: Int64 = 60_000_000
    static let aDay: Int64 = 24 * 60

    /// Returns the minute that contains a time.
    static func containing(_ time: Int64) -> Int64 {
        time >= 0 ? time / microseconds : (time + 1) / microseconds - 1
    }

    /// Returns the first minute that begins at or after a time.
    static func beginning(from time: Int64) -> Int64 {
        time == .min ? containing(time) : containing(time - 1) + 1
    }

    /// Returns the start of a minute, clamped to `Int64`: a damaged database may contain minutes
    /// out of range.
    static func start(_ minute: Int64) -> Int64 {
        let (start, isOver) = minute.multipliedReportingOverflow(by: microseconds)
        return isOver ? (minute < 0 ? .min : .max) : start
    }
}

import Foundation

/// A moment as JSON lines write it: RFC 3339, UTC, microseconds.
struct Timestamp: Sendable, Hashable {
    var microsecondsSince1970: Int64

    static var now: Timestamp {
        Timestamp(microsecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }
}

extension JSONWriter {
    /// Writes the fields that every line begins with.
    mutating func envelope(_ type: StaticString, at time: Timestamp) {
        field("v", 1)
        field("ts", plain: { $0.append(time) })
        field("type", plain: { $0.append(type) })
    }

    /// Appends `2026-01-05T18:30:00.000000Z`. Years past 9999 lose their upper digits.
    mutating func append(_ time: Timestamp) {
        let (seconds, microseconds) = time.microsecondsSince1970.quotientAndRemainder(floor: 1_000_000)
        let (day, second) = seconds.quotientAndRemainder(floor: 86400)
        let date = CivilDate(daysSince1970: day)
        padded(UInt64(clamping: date.year % 10000), digits: 4)
        append("-")
        padded(UInt64(date.month), digits: 2)
        append("-")
        padded(UInt64(date.day), digits: 2)
        append("T")
        padded(UInt64(second / 3600), digits: 2)
        append(":")
        padded(UInt64(second / 60 % 60), digits: 2)
        append(":")
        padded(UInt64(second % 60), digits: 2)
        append(".")
        padded(UInt64(microseconds), digits: 6)
        append("Z")
    }
}

/// A day of the Gregorian calendar.
struct CivilDate: Sendable, Hashable {
    let year: Int64
    let month: Int64
    let day: Int64

    /// Counts from 1 March of year 0, so that a leap day ends its year; an era of 400 years has 146,097 days.
    init(daysSince1970: Int64) {
        let (era, dayOfEra) = (daysSince1970 + 719_468).quotientAndRemainder(floor: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

extension Int64 {
    /// Division whose remainder is never negative.
    fileprivate func quotientAndRemainder(floor divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

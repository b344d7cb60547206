import Foundation

/// A point in time, written in JSON lines as RFC 3339 in UTC with microseconds.
public struct Timestamp: Sendable, Hashable {
    public var microsecondsSince1970: Int64

    public init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    public static var now: Timestamp {
        Timestamp(microsecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }
}

extension Timestamp: Codable, CustomStringConvertible {
    /// RFC 3339 in UTC, with microseconds.
    public var description: String {
        var writer = JSONWriter()
        writer.append(self)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    /// Reads the format of ``description``, also with fewer decimals or none. Nil for anything
    /// else.
    public init?(_ text: some StringProtocol) {
        guard let moment = Timestamp(utf8: Array(text.utf8)) else { return nil }
        self = moment
    }

    /// Reads `2026-01-05T18:30:00.000000Z`, with 0...6 decimals.
    private init?(utf8: [UInt8]) {
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for byte in utf8[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard (20...27).contains(utf8.count), utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
            utf8[10] == UInt8(ascii: "T"), utf8[13] == UInt8(ascii: ":"), utf8[16] == UInt8(ascii: ":"),
            utf8.last == UInt8(ascii: "Z"), utf8.count == 20 || (utf8[19] == UInt8(ascii: ".") && utf8.count > 21),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var fraction: Int64 = 0
        if utf8.count > 20 {
            guard var decimals = number(20..<utf8.count - 1) else { return nil }
            for _ in (utf8.count - 21)..<6 { decimals *= 10 }
            fraction = decimals
        }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        let seconds = days * 86400 + hour * 3600 + minute * 60 + second
        microsecondsSince1970 = seconds * 1_000_000 + fraction
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let moment = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time of RFC 3339 in UTC")
        }
        self = moment
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension JSONWriter {
    /// Writes the fields that begin every line.
    package mutating func envelope(_ type: StaticString, at time: Timestamp) {
        field("v", 1)
        field("ts", plain: { $0.append(time) })
        field("type", plain: { $0.append(type) })
    }

    /// Appends the time as `2026-01-05T18:30:00.000000Z`. Years past 9999 lose their upper digits.
    package mutating func append(_ time: Timestamp) {
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

/// A date of the Gregorian calendar.
package struct CivilDate: Sendable, Hashable {
    package let year: Int64
    package let month: Int64
    package let day: Int64

    init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Inverse of ``init(daysSince1970:)``; a day beyond the end of its month counts into the next.
    var daysSince1970: Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Counts from 1 March of year 0, so that a leap day is the last of its year; an era of 400
    /// years has 146,097 days.
    package init(daysSince1970: Int64) {
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
    /// Divides with a remainder that is never negative.
    fileprivate func quotientAndRemainder(floor divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

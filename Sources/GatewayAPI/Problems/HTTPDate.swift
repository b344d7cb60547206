import LineFormats
import NIOConcurrencyHelpers

/// Dates in the format of HTTP header fields: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// Source: RFC 9110, 5.6.7.
enum HTTPDate {
    private static let latest = NIOLockedValueBox((second: Int64.min, text: ""))

    /// The current time. The text is made at most once a second.
    static var now: String {
        let second = Timestamp.now.microsecondsSince1970 / 1_000_000
        return latest.withLockedValue { latest in
            if latest.second != second { latest = (second, text(secondsSince1970: second)) }
            return latest.text
        }
    }

    static func text(secondsSince1970 seconds: Int64) -> String {
        let day = seconds / 86400
        let date = CivilDate(daysSince1970: day)
        let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
        // 1 January 1970 was a Thursday.
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(day % 7)]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(weekday), \(twoDigits(date.day)) \(months[Int(date.month) - 1]) \(date.year) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
}

import LineFormats

/// Writes the `Date` header.
///
/// Source: RFC 9110, 5.6.7.
enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// - Parameter time: 1970...9999.
    static func text(_ time: Timestamp) -> String {
        let text = "\(time)"
        let date = text.prefix(10).split(separator: "-")
        // 1 January 1970 was a Thursday.
        let weekday = weekdays[Int(time.microsecondsSince1970 / 86_400_000_000 % 7)]
        let month = months[(Int(date[1]) ?? 1) - 1]
        return "\(weekday), \(date[2]) \(month) \(date[0]) \(text.dropFirst(11).prefix(8)) GMT"
    }
}

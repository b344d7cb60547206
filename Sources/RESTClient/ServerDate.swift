import LineFormats

/// Parser of the `Date` header.
package enum ServerDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else, including the two older date
    /// formats.
    ///
    /// Source: RFC 9110, 5.6.7.
    package static func time(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].last == ",", parts[5] == "GMT",
            parts[1].utf8.count == 2, parts[3].utf8.count == 4, parts[4].utf8.count == 8,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}

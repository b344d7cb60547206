import LineFormats

extension Timestamp {
    /// `2026-01-05 18:30:00Z`, for people.
    var words: String {
        let text = description
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + "Z"
    }
}

import FlockFinder

extension Pattern.Key {
    /// Name of the pattern in sentences: `ssid Flock-`.
    package var words: String { "\(kind.rawValue) \(printable(text))" + (isCaseSensitive ? " (capitals count)" : "") }
}

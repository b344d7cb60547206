import FlockFinder

extension Pattern.Key {
    /// As sentences name it: `ssid Flock-`.
    package var words: String { "\(kind.rawValue) \(printable(text))" + (isCaseSensitive ? " (capitals count)" : "") }
}

extension Duration {
    /// Whole microseconds, rounded towards zero.
    var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }

    /// Whole milliseconds, rounded towards zero.
    var milliseconds: Int64 {
        microseconds / 1000
    }

    /// Returns the earlier of two times; nil means never.
    static func earlier(_ first: Duration?, _ second: Duration?) -> Duration? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}

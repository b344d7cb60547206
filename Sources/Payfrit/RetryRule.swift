/// When a request that failed is sent again. Pure.
struct RetryRule: Sendable, Hashable {
    /// All attempts of one call.
    var attempts = 3
    /// Wait after the first failure; twice as long after each further one.
    var first = Duration.milliseconds(500)
    /// The part of a wait that chance takes off, 0...1, so that not all come back at once.
    var jitter = 0.5
    /// A server that wants to be left alone for longer is.
    var longestRetryAfter = Duration.seconds(30)

    /// How long to wait before the next attempt; nil: there is none.
    ///
    /// - Parameters:
    ///   - failures: With the last, 1 or more.
    ///   - retryAfter: What the server asked for.
    ///   - chance: 0..<1.
    func wait(after error: PayfritError, failures: Int, retryAfter: Duration?, chance: Double) -> Duration? {
        guard error.isWorthRetrying, failures < attempts else { return nil }
        if let retryAfter, retryAfter > longestRetryAfter { return nil }
        var wait = first
        for _ in 1..<max(failures, 1) { wait *= 2 }
        return max(wait * (1 - jitter * chance), retryAfter ?? .zero)
    }
}

/// Decides when a failed request is sent again. Has no side effects.
package struct RetryRule: Sendable, Hashable {
    /// Most attempts of one call, including the first.
    package var attempts = 3
    /// Wait after the first failure; it doubles after each further failure.
    package var first = Duration.milliseconds(500)
    /// Largest random reduction of a wait, as a fraction 0...1, so that clients do not all retry at
    /// once.
    package var jitter = 0.5
    /// Longest `Retry-After` that is waited for; a server that asks for more is not tried again.
    package var longestRetryAfter = Duration.seconds(30)

    package init() {}

    /// Returns the wait before the next attempt; nil = no further attempt.
    ///
    /// - Parameters:
    ///   - failures: Failures so far, 1 or more.
    ///   - retryAfter: Wait that the server asked for.
    ///   - chance: Random number, 0..<1.
    package func wait(after error: some RESTError, failures: Int, retryAfter: Duration?, chance: Double) -> Duration? {
        guard error.isWorthRetrying, failures < attempts else { return nil }
        if let retryAfter, retryAfter > longestRetryAfter { return nil }
        var wait = first
        for _ in 1..<max(failures, 1) { wait *= 2 }
        return max(wait * (1 - jitter * chance), retryAfter ?? .zero)
    }
}

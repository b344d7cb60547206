/// Decides when a failed delivery is tried again, and when it is given up. Has no side effects.
package struct RetryPolicy: Sendable, Hashable {
    /// Wait after the first failure; it doubles after each further failure.
    package var first = Duration.seconds(1)
    /// Longest wait, even if the time of day jumps back.
    package var longest = Duration.seconds(300)
    /// Age from which on a failed delivery is given up.
    package var givenUpAfter = Duration.seconds(86_400)
    /// Fewest failures before a delivery is given up for its age: the time of day may have jumped
    /// ahead.
    package var leastAttempts = 10
    /// Largest random reduction of a wait, as a fraction 0...1, so that deliveries are not all
    /// retried at once.
    package var jitter = 0.25

    package init() {}

    package enum Verdict: Hashable {
        case retry(after: Duration)
        case giveUp
    }

    /// - Parameters:
    ///   - failures: Failures so far, 1 or more.
    ///   - age: Time since the message was enqueued.
    ///   - chance: Random number, 0..<1.
    ///   - retryAfter: Wait that the receiver asked for; it lengthens a wait, up to ``longest``.
    package func verdict(failures: Int, age: Duration, chance: Double, retryAfter: Duration = .zero) -> Verdict {
        guard age < givenUpAfter || failures < leastAttempts else { return .giveUp }
        var wait = first
        for _ in 1..<max(failures, 1) where wait < longest { wait *= 2 }
        return .retry(after: max(min(wait, longest) * (1 - jitter * chance), min(retryAfter, longest)))
    }
}

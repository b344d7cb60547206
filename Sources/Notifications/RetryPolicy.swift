/// When a delivery that failed is tried again, and when no more. Pure.
package struct RetryPolicy: Sendable, Hashable {
    /// Wait after the first failure; twice as long after each further one.
    package var first = Duration.seconds(1)
    /// No wait is longer. A time of day that jumps back makes none longer either.
    package var longest = Duration.seconds(300)
    /// Given up when it fails at this age or later.
    package var givenUpAfter = Duration.seconds(86_400)
    /// Never given up by age before so many failures: the time of day may have jumped ahead.
    package var leastAttempts = 10
    /// The part of a wait that chance takes off, 0...1, so that not all come back at once.
    package var jitter = 0.25

    package init() {}

    package enum Verdict: Hashable {
        case retry(after: Duration)
        case giveUp
    }

    /// - Parameters:
    ///   - failures: With the last, 1 or more.
    ///   - age: Since it was enqueued.
    ///   - chance: 0..<1.
    ///   - retryAfter: What the receiver has asked for; it makes a wait longer, up to ``longest``.
    package func verdict(failures: Int, age: Duration, chance: Double, retryAfter: Duration = .zero) -> Verdict {
        guard age < givenUpAfter || failures < leastAttempts else { return .giveUp }
        var wait = first
        for _ in 1..<max(failures, 1) where wait < longest { wait *= 2 }
        return .retry(after: max(min(wait, longest) * (1 - jitter * chance), min(retryAfter, longest)))
    }
}

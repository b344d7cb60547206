/// Delays between attempts: the shortest first, then twice as long after each failure, up to a
/// longest.
struct BackOff: Sendable, Hashable {
    let shortest: Duration
    private var next: Duration

    init(shortest: Duration) {
        self.shortest = shortest
        next = shortest
    }

    /// Returns the delay before the next attempt.
    mutating func wait(atMost longest: Duration) -> Duration {
        let wait = min(next, longest)
        next = min(wait * 2, longest)
        return wait
    }

    /// Makes the next delay the shortest again, after a success.
    mutating func reset() {
        next = shortest
    }
}

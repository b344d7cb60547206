/// Waits between attempts: the first, then twice as long after each that failed, up to a longest.
struct BackOff: Sendable, Hashable {
    let shortest: Duration
    private var next: Duration

    init(shortest: Duration) {
        self.shortest = shortest
        next = shortest
    }

    /// How long to wait now.
    mutating func wait(atMost longest: Duration) -> Duration {
        let wait = min(next, longest)
        next = min(wait * 2, longest)
        return wait
    }

    /// What failed works: the next wait is the shortest again.
    mutating func reset() {
        next = shortest
    }
}

/// Estimates when bytes written now will have left the line. On a UART bridge the kernel accepts
/// bytes at once and the line drains them slowly.
struct LineModel: Sendable {
    /// Bits per second; 0 for native USB, which takes no time.
    let baud: Int
    private var free: Duration = .zero

    init(baud: Int) {
        self.baud = baud
    }

    /// Returns the time that bytes take on the line, at ten bits per byte: start, eight data, stop.
    func time(ofBytes count: Int) -> Duration {
        baud > 0 ? .nanoseconds(count * 10 * 1_000_000_000 / baud) : .zero
    }

    /// Accounts for bytes written at `now` and returns the time at which the last of them has left.
    mutating func departure(ofBytes count: Int, at now: Duration) -> Duration {
        free = max(now, free) + time(ofBytes: count)
        return free
    }
}

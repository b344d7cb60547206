/// Limits one direction of a line to the speed of a UART: 10 bits per byte, in bursts of at most 16
/// bytes, like a UART's FIFO.
package struct LinePacer: Sendable {
    /// Size of the FIFO of a 16550, which USB bridges resemble.
    package static let burstLimit = 16
    /// Largest delay of a wake-up that is made up for while bytes wait. After a longer delay the
    /// line counts as idle.
    private static let lateness = Duration.milliseconds(5)

    private let byteTime: Duration
    /// Time at which the bytes sent so far have left.
    private var free: Duration = .zero
    private var isBacklogged = false

    /// - Parameter baud: Bits per second, 1 or more.
    package init(baud: Int) {
        byteTime = .nanoseconds(10_000_000_000 / Int64(max(1, baud)))
    }

    /// Returns the number of bytes that may be sent now, 0 or ``burstLimit``.
    package func allowance(at now: Duration) -> Int {
        now >= free ? LinePacer.burstLimit : 0
    }

    /// Time at which bytes may be sent again.
    package var nextAllowance: Duration { free }

    /// Notes that bytes were sent.
    ///
    /// - Parameter moreWait: Whether more bytes are waiting. Only then is a late wake-up made up
    ///   for.
    package mutating func sent(_ count: Int, at now: Duration, moreWait: Bool) {
        // Without a backlog the line was idle until now. With a backlog it would have continued
        // without a pause.
        let start = isBacklogged ? max(free, now - LinePacer.lateness) : max(free, now)
        free = start + byteTime * count
        isBacklogged = moreWait
    }
}

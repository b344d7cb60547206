/// Holds one direction of a line to the speed of a UART: 10 bits a byte, at most 16 bytes at a time, as a UART's FIFO
/// gives them.
package struct LinePacer: Sendable {
    /// The FIFO of a 16550, which USB bridges resemble.
    package static let burstLimit = 16
    /// How late a wake-up may be and still be made up for while bytes wait. Beyond it the line has been idle.
    private static let lateness = Duration.milliseconds(5)

    private let byteTime: Duration
    /// When the bytes sent so far have left.
    private var free: Duration = .zero
    private var isBacklogged = false

    /// - Parameter baud: Bits a second, 1 or more.
    package init(baud: Int) {
        byteTime = .nanoseconds(10_000_000_000 / Int64(max(1, baud)))
    }

    /// Bytes that may be sent now, 0 or ``burstLimit``.
    package func allowance(at now: Duration) -> Int {
        now >= free ? LinePacer.burstLimit : 0
    }

    /// When bytes may be sent again.
    package var nextAllowance: Duration { free }

    /// Takes note of bytes that were sent.
    ///
    /// - Parameter moreWait: Whether others wait behind them. Only then is a late wake-up made up for.
    package mutating func sent(_ count: Int, at now: Duration, moreWait: Bool) {
        // Without a backlog the line stood idle until now; with one, it would have gone on without a pause.
        let start = isBacklogged ? max(free, now - LinePacer.lateness) : max(free, now)
        free = start + byteTime * count
        isBacklogged = moreWait
    }
}

/// Unacknowledged writes on a connection. The dongle queues them, and the end of the connection would
/// overtake them. ATT keeps the order, so whatever the device answers behind them shows that it has
/// received them.
struct UnacknowledgedWrites: Sendable, Hashable {
    /// Number of writes that the dongle has queued.
    private(set) var queued = 0
    private var arrived = 0

    /// Whether writes may still wait in the dongle.
    var mayWait: Bool { queued > arrived }

    mutating func queue() { queued += 1 }

    /// Notes that the device has answered a request that was made when `count` writes were queued.
    mutating func answered(behind count: Int) { arrived = max(arrived, count) }
}

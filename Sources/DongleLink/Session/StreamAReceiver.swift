/// The host's side of stream A: accepts each event once and in order, and decides when to send
/// which GRANT (SPEC.md 7.2).
struct StreamAReceiver: Sendable {
    enum Grant: Sendable, Hashable {
        case acknowledge
        case repeatFromNext
    }

    /// Counter of the event expected next.
    private(set) var next: UInt16 = 0
    /// Counter after the newest known event.
    private var newestKnown: UInt16 = 0
    private var newestInGap: UInt16?
    private var unacknowledged = 0
    private var acknowledgeAt: Duration?

    /// An acknowledgement is sent after this many events, or after this time at the latest.
    private static let acknowledgeAfter = 8
    private static let acknowledgeWithin = Duration.milliseconds(20)

    /// Records the counter of an event that has arrived. `take` tells whether to deliver this
    /// event, and `grant` which GRANT to send at once.
    mutating func receive(_ counter: UInt16, now: Duration) -> (take: Bool, grant: Grant?) {
        learn(newest: counter &+ 1)
        let distance = Int16(bitPattern: counter &- next)
        if distance < 0 { return (false, .acknowledge) }
        if distance > 0 {
            defer { newestInGap = counter }
            if let newestInGap, Int16(bitPattern: counter &- newestInGap) > 0 { return (false, nil) }
            return (false, .repeatFromNext)
        }
        next &+= 1
        newestInGap = nil
        unacknowledged += 1
        if unacknowledged >= Self.acknowledgeAfter { return (true, .acknowledge) }
        if acknowledgeAt == nil { acknowledgeAt = now + Self.acknowledgeWithin }
        return (true, nil)
    }

    /// Records the counter of the dongle's next new event, as PING and GET_STATE report it.
    mutating func learn(newest: UInt16) {
        if Int16(bitPattern: newest &- newestKnown) > 0 { newestKnown = newest }
    }

    /// Whether known events have not arrived yet.
    var isBehind: Bool { Int16(bitPattern: newestKnown &- next) > 0 }

    /// Time at which an acknowledgement is due; nil if none is.
    var deadline: Duration? { acknowledgeAt }

    /// Notes that a GRANT was sent. Every GRANT acknowledges.
    mutating func granted() {
        unacknowledged = 0
        acknowledgeAt = nil
    }
}

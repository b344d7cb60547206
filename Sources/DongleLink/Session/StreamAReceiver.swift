/// The host's side of stream A: takes events once and in order, and says when to send which GRANT (SPEC.md 7.2).
struct StreamAReceiver: Sendable {
    enum Grant: Sendable, Hashable {
        case acknowledge
        case repeatFromNext
    }

    /// Counter of the event expected next.
    private(set) var next: UInt16 = 0
    /// Counter behind the newest event known of.
    private var newestKnown: UInt16 = 0
    private var newestInGap: UInt16?
    private var unacknowledged = 0
    private var acknowledgeAt: Duration?

    /// Events at a time, and the wait, after which an acknowledgement leaves.
    private static let acknowledgeAfter = 8
    private static let acknowledgeWithin = Duration.milliseconds(20)

    /// Takes the counter of an event that has come. `take` says whether it is the one to deliver; `grant` what to send at once.
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

    /// Takes the counter the dongle's next new event will have, as PING and GET_STATE tell it.
    mutating func learn(newest: UInt16) {
        if Int16(bitPattern: newest &- newestKnown) > 0 { newestKnown = newest }
    }

    /// Whether events are known of that have not come.
    var isBehind: Bool { Int16(bitPattern: newestKnown &- next) > 0 }

    /// When an acknowledgement is due, if one is.
    var deadline: Duration? { acknowledgeAt }

    /// Notes that a GRANT has gone out; every GRANT acknowledges.
    mutating func granted() {
        unacknowledged = 0
        acknowledgeAt = nil
    }
}

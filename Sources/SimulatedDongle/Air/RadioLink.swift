/// One connection slot of the virtual radio: an attempt, or a connection with its events.
///
/// Everything between two devices happens at connection events, which follow each other at the connection interval.
final class RadioLink {
    enum State: Hashable {
        /// Nil: nobody of that address is there yet.
        case connecting(due: Duration?)
        case cancelling(due: Duration)
        case connected
    }

    /// What the firmware has asked for.
    let wish: ConnectWish
    let peripheral: VirtualPeripheral?
    let interval: Duration
    let supervisionTimeout: Duration
    var state: State

    /// The first connection event.
    var anchor: Duration = .zero
    /// The next event at which something is to be sent besides `request`.
    var eventDue: Duration?
    var request: (GATTRequest, queued: Duration, due: Duration)?
    /// What a write has led to, on its way back.
    var answer: (FirmwareStatus, queued: Duration, due: Duration)?
    /// Whether the peripheral was missed, so that nothing passes any more, even if it comes back.
    var isSevered = false
    var commands: [(handle: UInt16, value: [UInt8])] = []
    /// When it ends, and why.
    var end: (due: Duration, reason: UInt8)?
    var awaitsConfirmation = false

    init(
        wish: ConnectWish, peripheral: VirtualPeripheral?, interval: Duration, supervisionTimeout: Duration,
        state: State
    ) {
        self.wish = wish
        self.peripheral = peripheral
        self.interval = interval
        self.supervisionTimeout = supervisionTimeout
        self.state = state
    }

    var nextDue: Duration? {
        switch state {
        case .connecting(let due): due
        case .cancelling(let due): due
        case .connected where end == nil && peripheral?.isLeaving == true: anchor
        case .connected:
            Duration.earlier(
                Duration.earlier(eventDue, request?.due), Duration.earlier(answer?.due, end?.due))
        }
    }

    /// The connection event that comes `count` events after `now`, 1 being the next.
    func event(_ count: Int, after now: Duration) -> Duration {
        let length = max(1, interval.microseconds)
        let passed = (now - anchor).microseconds / length
        return anchor + .microseconds((passed + Int64(count)) * length)
    }

    /// Sees to it that what waits is sent at the next event.
    func useNextEvent(after now: Duration) {
        if eventDue == nil { eventDue = event(1, after: now) }
    }
}

/// One connection slot of the virtual radio: a connection attempt, or a connection with its events.
///
/// All packets between two devices are sent at connection events, which follow each other at the
/// connection interval.
final class RadioLink {
    enum State: Hashable {
        /// An attempt. Nil: no device with that address is there yet.
        case connecting(due: Duration?)
        case cancelling(due: Duration)
        case connected
    }

    /// The connection that the firmware asked for.
    let wish: ConnectWish
    let peripheral: VirtualPeripheral?
    let interval: Duration
    let supervisionTimeout: Duration
    var state: State

    /// Time of the first connection event.
    var anchor: Duration = .zero
    /// Time of the next event at which anything except `request` will be sent.
    var eventDue: Duration?
    var request: (GATTRequest, queued: Duration, due: Duration)?
    /// The answer to a write, on its way back.
    var answer: (FirmwareStatus, queued: Duration, due: Duration)?
    /// Whether contact with the peripheral was lost. Then no more packets pass, even if it comes
    /// back.
    var isSevered = false
    var commands: [(handle: UInt16, value: [UInt8])] = []
    /// Time and reason of the end of the connection.
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

    /// Returns the time of the connection event that comes `count` events after `now`, 1 being the
    /// next.
    func event(_ count: Int, after now: Duration) -> Duration {
        let length = max(1, interval.microseconds)
        let passed = (now - anchor).microseconds / length
        return anchor + .microseconds((passed + Int64(count)) * length)
    }

    /// Makes sure that waiting data is sent at the next event.
    func useNextEvent(after now: Duration) {
        if eventDue == nil { eventDue = event(1, after: now) }
    }
}

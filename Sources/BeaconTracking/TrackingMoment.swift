/// The tracker's time: never runs backwards, and knows its second without a division for every sighting.
struct TrackingMoment: Sendable {
    private(set) var now: Duration
    /// The second's number.
    private(set) var slice: UInt32
    /// Slices of the window.
    let reach: UInt32
    /// The ranging tick's number.
    var tick: UInt32 = 0
    private var sliceEnd: Duration

    /// - Parameter window: Whole seconds are taken of it, 1...250.
    init(_ now: Duration, window: Duration) {
        reach = UInt32(clamping: max(1, min(Int64(SignalWindow.longest), window.components.seconds)))
        self.now = now
        (slice, sliceEnd) = TrackingMoment.slice(at: now)
    }

    /// A time before the last is taken as the last.
    mutating func advance(to later: Duration) {
        guard later > now else { return }
        now = later
        if later >= sliceEnd { (slice, sliceEnd) = TrackingMoment.slice(at: later) }
    }

    /// Time that the window covers, its last second being as far as it is.
    var covered: Duration { .seconds(Int64(reach)) - (sliceEnd - now) }

    private static func slice(at now: Duration) -> (UInt32, end: Duration) {
        // Before the fixed moment the seconds count from the other side.
        let (seconds, attoseconds) = now.components
        let floor = attoseconds < 0 ? seconds - 1 : seconds
        return (UInt32(truncatingIfNeeded: floor), .seconds(floor + 1))
    }
}

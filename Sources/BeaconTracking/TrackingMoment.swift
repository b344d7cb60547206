/// The tracker's time. It never runs backwards, and keeps its second so that a sighting needs no
/// division.
struct TrackingMoment: Sendable {
    private(set) var now: Duration
    /// Number of the second.
    private(set) var slice: UInt32
    /// Length of the window in slices.
    let reach: UInt32
    /// Number of the ranging tick.
    var tick: UInt32 = 0
    private var sliceEnd: Duration

    /// - Parameter window: Rounded down to whole seconds, and clamped to 1...250.
    init(_ now: Duration, window: Duration) {
        reach = UInt32(clamping: max(1, min(Int64(SignalWindow.longest), window.components.seconds)))
        self.now = now
        (slice, sliceEnd) = TrackingMoment.slice(at: now)
    }

    /// Advances the time. A time before the last is ignored.
    mutating func advance(to later: Duration) {
        guard later > now else { return }
        now = later
        if later >= sliceEnd { (slice, sliceEnd) = TrackingMoment.slice(at: later) }
    }

    /// Time that the window covers; its last second counts only as far as it has passed.
    var covered: Duration { .seconds(Int64(reach)) - (sliceEnd - now) }

    private static func slice(at now: Duration) -> (UInt32, end: Duration) {
        // Rounds down, also before the fixed moment, where seconds are negative.
        let (seconds, attoseconds) = now.components
        let floor = attoseconds < 0 ? seconds - 1 : seconds
        return (UInt32(truncatingIfNeeded: floor), .seconds(floor + 1))
    }
}

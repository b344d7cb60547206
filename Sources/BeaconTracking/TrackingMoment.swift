/// The tracker's time. It never runs backwards, and keeps its second so that a sighting needs no
/// division.
struct TrackingMoment: Sendable {
    private(set) var now: Duration
    /// Number of the second.
    private(set) var slice: UInt32
    /// Length of the window in slices, including the current one: of the rate, of the number of
    /// addresses, and of the time for which a smoothed signal stays.
    static let reach: UInt32 = 20
    /// Number of the ranging tick.
    var tick: UInt32 = 0
    private var sliceEnd: Duration

    init(_ now: Duration) {
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
    var covered: Duration { .seconds(Int64(TrackingMoment.reach)) - (sliceEnd - now) }

    private static func slice(at now: Duration) -> (UInt32, end: Duration) {
        // Rounds down, also before the fixed moment, where seconds are negative.
        let (seconds, attoseconds) = now.components
        let floor = attoseconds < 0 ? seconds - 1 : seconds
        return (UInt32(truncatingIfNeeded: floor), .seconds(floor + 1))
    }
}

/// Computes request time-outs by SPEC.md 5.4: the estimators of RFC 6298 within the protocol's own
/// bounds.
struct RoundTripEstimator: Sendable {
    private var smoothed: Duration?
    private var variation: Duration = .zero

    /// Line time of one largest frame, added to every estimate.
    let frameTime: Duration

    init(frameTime: Duration) {
        self.frameTime = frameTime
    }

    /// Records one round trip, from departure to answer, of a request that was sent once.
    mutating func record(_ sample: Duration) {
        guard let smoothed else {
            smoothed = sample
            variation = sample / 2
            return
        }
        let error = sample > smoothed ? sample - smoothed : smoothed - sample
        variation = (variation * 3 + error) / 4
        self.smoothed = (smoothed * 7 + sample) / 8
    }

    /// The smoothed round trip; nil before the first sample.
    var roundTrip: Duration? { smoothed }

    /// Returns the time-out of a request that has been sent `sends` times. It is the same for the
    /// first three sends, then doubles each time, up to 2 s.
    func timeout(sends: Int) -> Duration {
        let base = smoothed.map { max(.milliseconds(100), $0 + variation * 4) + frameTime } ?? .milliseconds(300)
        let doublings = min(max(0, sends - 3), 5)
        return min(base * (1 << doublings), max(.seconds(2), frameTime))
    }
}

/// Signal of one beacon at one dongle, smoothed: calm while the beacon rests, quick while it moves.
///
/// A Kalman filter of one state, the level in dBm, which is taken for a random walk seen through the
/// noise of single adverts. The walk's pace depends on the *drift*, the running mean of the
/// differences between adverts and level: at rest they cancel out, while the beacon moves they have
/// one sign. Four numbers, 16 bytes. Pure.
///
/// The pace is tied to the drift as in Trigg and Leach, "Exponential smoothing with an adaptive
/// response rate", 1967. No constant was fitted to a recording; docs/beacons.md has the figures.
struct SignalFilter: Sendable, Hashable {
    /// The radio's RSSI value for "not available".
    static let notAvailable: Int8 = 127

    /// Variance of an advert's RSSI around the level, in dB²: a standard deviation of 5 dB. Fading
    /// without a line of sight (Rayleigh) has 5.6 dB, a beacon at rest with a line of sight some 3.
    static let noise: Float = 25
    /// Pace of the level while the beacon moves, in dB² a second: 4 dB in a second, as when walking
    /// at 1 m/s, 2 m away from the dongle.
    static let pace: Float = 16
    /// Pace of the level at rest, in dB² a second. At two adverts a second the level is then a mean
    /// of some 10 s.
    static let paceAtRest: Float = 0.1
    /// Weight of an advert in the drift.
    static let driftWeight: Float = 0.25
    /// Square of the drift, in units of its variance at rest, up to which a beacon rests, and from
    /// which it moves. At rest it is 1 on average, and 1 time in 12 more than 3.
    static let rest: Float = 1
    static let motion: Float = 3
    /// An advert counts as at most this many standard deviations off the level.
    static let mostDeviations: Float = 3

    /// Smoothed RSSI.
    private(set) var levelDBm: Float = 0
    private var variance: Float = 0
    /// In standard deviations of an advert's difference from the level.
    private var drift: Float = 0
    /// Number of the second of the last signal; 0 and no variance = none yet.
    private var slice: UInt32 = 0

    /// How much the beacon moves: 0 = it rests, 1 = it moves.
    var movement: Float {
        let square = drift * drift * (2 - SignalFilter.driftWeight) / SignalFilter.driftWeight
        return max(0, min((square - SignalFilter.rest) / (SignalFilter.motion - SignalFilter.rest), 1))
    }

    /// - Parameters:
    ///   - rssiDBm: ``notAvailable`` only lets the time pass.
    ///   - passed: Time since the last call.
    ///   - slice: Number of the second. If the last signal is ``TrackingMoment/reach`` or more back,
    ///     the filter starts again.
    mutating func take(_ rssiDBm: Int8, after passed: Duration, slice now: UInt32) {
        let pace = SignalFilter.paceAtRest + (SignalFilter.pace - SignalFilter.paceAtRest) * movement
        let predicted = variance + pace * passed.inSeconds
        guard rssiDBm != SignalFilter.notAvailable else {
            if variance > 0 { variance = predicted }
            return
        }
        guard level(at: now) != nil else {
            self = SignalFilter(levelDBm: Float(rssiDBm), variance: SignalFilter.noise, slice: now)
            return
        }
        slice = now
        let spread = predicted + SignalFilter.noise
        let deviation = spread.squareRoot()
        let limit = SignalFilter.mostDeviations * deviation
        let difference = max(-limit, min(Float(rssiDBm) - levelDBm, limit))
        drift += SignalFilter.driftWeight * (difference / deviation - drift)
        levelDBm += predicted / spread * difference
        variance = predicted * SignalFilter.noise / spread
    }

    /// Smoothed RSSI in dBm; nil without a signal within the window.
    func level(at now: UInt32) -> Float? {
        variance > 0 && now &- slice < TrackingMoment.reach ? levelDBm : nil
    }
}

extension SignalFilter {
    private init(levelDBm: Float, variance: Float, slice: UInt32) {
        self.levelDBm = levelDBm
        self.variance = variance
        self.slice = slice
    }
}

extension Duration {
    /// Without a division up to 9 s, the usual time between two adverts.
    fileprivate var inSeconds: Float {
        if let attoseconds = Int64(exactly: attoseconds) { return Float(attoseconds) * 1e-18 }
        return Float(components.seconds)
    }
}

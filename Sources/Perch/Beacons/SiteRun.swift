import BeaconTracking

/// Measures a site's path loss with a beacon that is carried from point to point, by ticks. Pure:
/// time is an argument.
struct SiteRun: Sendable {
    /// What to do or what was heard.
    enum Step: Sendable, Hashable {
        /// Carry the beacon to this distance from the dongle, within ``walk``.
        case walk(metres: Double)
        /// One sample of the point; `samples` so far.
        case sample(rssiDBm: Int8?, samples: Int)
        /// A point is measured: the mean of its samples without the n/10 + 1 weakest and strongest.
        case point(SiteFit.Point)
        /// The last point is measured.
        case ended(SiteFit, last: SiteFit.Point)
    }

    /// Time to carry the beacon to the next point.
    static let walk = Duration.seconds(15)
    /// Samples at each point, and the longest time for them.
    static let samples = 20
    static let within = Duration.seconds(60)

    private let metres: [Double]
    private let powerAt1mDBm: Double
    private var points: [SiteFit.Point] = []
    private var walking: Duration?
    private var run: CalibrationRun?

    /// - Parameters:
    ///   - metres: Distances of the points, at least one of them not 1 m.
    ///   - powerAt1mDBm: The beacon's power at 1 m, as it states or as it was calibrated.
    init(metres: [Double], powerAt1mDBm: Double) {
        self.metres = metres
        self.powerAt1mDBm = powerAt1mDBm
    }

    /// Adds one tick.
    ///
    /// - Parameter rssiDBm: Nil = not heard.
    /// - Throws: ``CalibrationError`` of a point. The run has ended.
    mutating func take(_ rssiDBm: Int8?, at now: Duration) throws(CalibrationError) -> Step? {
        guard points.count < metres.count else { return nil }
        let next = metres[points.count]
        guard let since = walking else {
            walking = now
            return .walk(metres: next)
        }
        guard now - since >= SiteRun.walk else { return nil }
        var configuration = CalibrationRun.Configuration()
        configuration.samples = SiteRun.samples
        configuration.within = SiteRun.within
        var run = self.run ?? CalibrationRun(configuration)
        let outcome = try run.take(rssiDBm, at: now)
        self.run = run
        guard let outcome else { return .sample(rssiDBm: rssiDBm, samples: run.count) }
        let point = SiteFit.Point(metres: next, rssiDBm: outcome.calibration.powerAt1mDBm)
        points.append(point)
        walking = nil
        self.run = nil
        guard points.count == metres.count, let fit = SiteFit(points, powerAt1mDBm: powerAt1mDBm) else {
            return .point(point)
        }
        return .ended(fit, last: point)
    }
}

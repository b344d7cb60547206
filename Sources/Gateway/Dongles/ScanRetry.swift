/// Time of the next attempt for a scan that could not be started or stopped, or that broke off.
///
/// Reads no clock: `now` is the time since any fixed moment, and never steps back.
struct ScanRetry: Sendable {
    static let shortestWait = Duration.seconds(1)
    static let longestWait = Duration.seconds(60)
    /// Time after which a running scan counts as steady: the next failure then begins with the
    /// shortest wait.
    static let steadyAfter = SupervisorState.steadyAfter

    /// The same for a radio whose bridge this gateway runs: its controller may come back at any time,
    /// of which the protocol has no event, and asking costs nothing.
    static let longestWaitForRadio = Duration.seconds(5)

    private let longestWait: Duration
    private var backOff = BackOff(shortest: shortestWait)
    private var pause: (version: UInt64, until: Duration)?
    private var runsSince: Duration?

    init(isForRadio: Bool = false) { longestWait = isForRadio ? Self.longestWaitForRadio : Self.longestWait }

    /// Notes that the dongle scans as demanded.
    mutating func worked(at now: Duration) {
        pause = nil
        runsSince = now
    }

    /// Notes that the dongle does not scan as demanded.
    ///
    /// - Parameter version: Version of the demand; a new version is tried at once.
    mutating func failed(wanting version: UInt64, at now: Duration) {
        if let runsSince, now - runsSince >= Self.steadyAfter { backOff.reset() }
        runsSince = nil
        pause = (version, now + backOff.wait(atMost: longestWait))
    }

    /// Ends the wait, because something has changed on the dongle.
    mutating func hurry() {
        pause = nil
    }

    /// Returns the time until which to wait; nil = try now.
    func wait(wanting version: UInt64, at now: Duration) -> Duration? {
        guard let pause, pause.version == version, now < pause.until else { return nil }
        return pause.until
    }
}

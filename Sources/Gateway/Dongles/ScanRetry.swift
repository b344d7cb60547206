/// When a scan that could not be started or stopped, or broke off, is tried again.
///
/// Reads no clock: `now` is the time since any fixed moment, and never steps back.
struct ScanRetry: Sendable {
    static let shortestWait = Duration.seconds(1)
    static let longestWait = Duration.seconds(60)
    /// A scan that has run for so long is taken for steady, and the next failure begins with the shortest wait.
    static let steadyAfter = SupervisorState.steadyAfter

    private var backOff = BackOff(shortest: shortestWait)
    private var pause: (version: UInt64, until: Duration)?
    private var runsSince: Duration?

    /// The dongle does what is wanted.
    mutating func worked(at now: Duration) {
        pause = nil
        runsSince = now
    }

    /// It does not.
    ///
    /// - Parameter version: Of what was wanted; when that changes, it is tried at once.
    mutating func failed(wanting version: UInt64, at now: Duration) {
        if let runsSince, now - runsSince >= Self.steadyAfter { backOff.reset() }
        runsSince = nil
        pause = (version, now + backOff.wait(atMost: Self.longestWait))
    }

    /// Something has changed on the dongle: no more waiting.
    mutating func hurry() {
        pause = nil
    }

    /// Until when to wait; nil = try now.
    func wait(wanting version: UInt64, at now: Duration) -> Duration? {
        guard let pause, pause.version == version, now < pause.until else { return nil }
        return pause.until
    }
}

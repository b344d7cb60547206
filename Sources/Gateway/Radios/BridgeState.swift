/// Decisions about the bridge of one radio: when it is started again, and when it hangs.
///
/// Does no I/O and reads no clock: `now` is the time since any fixed moment, and never steps back.
struct BridgeState: Sendable, Hashable {
    /// Waits between starts: the shortest, doubled after each end, up to the longest.
    static let shortestWait = Duration.milliseconds(200)
    static let longestWait = Duration.seconds(30)
    /// Life after which the next wait is the shortest again.
    static let steadyAfter = Duration.seconds(60)
    /// Longest start, until the bridge names its port. The bridge of the sources installs Bumble
    /// the first time.
    static let startLimit = Duration.seconds(120)
    /// Longest time without a valid frame on an open port, and longest greeting. The link asks for
    /// a sign of life at least every 2 s.
    static let silenceLimit = Duration.seconds(10)
    /// Time for an orderly end before the bridge is killed.
    static let endLimit = Duration.seconds(2)
    /// Waits up to this long are waited for by those who want the port.
    static let soon = Duration.seconds(1)

    enum Phase: Sendable, Hashable {
        case idle
        /// The bridge runs, and has not named its port.
        case starting
        case live(port: String)
        /// The bridge was asked to end.
        case ending(killAt: Duration, isHung: Bool)
        /// The bridge has ended, and is started again at that time.
        case waiting(until: Duration)
        /// The bridge has ended, and a further start would not help.
        case over
    }

    /// What to do about a bridge that runs.
    enum Action: Sendable, Hashable {
        case end
        case kill
    }

    private(set) var phase = Phase.idle
    private var startedAt = Duration.zero
    private var heardAt = Duration.zero
    private var frames: UInt64?
    private var backOff = BackOff(shortest: shortestWait)

    /// Time at which ``tick(at:)`` has something to do.
    var deadline: Duration? {
        switch phase {
        case .starting: startedAt + Self.startLimit
        case .ending(let killAt, _): killAt
        case .idle, .live, .waiting, .over: nil
        }
    }

    /// Time of the next start; nil if there is none.
    // Swift 6.3.1 crashes when it optimizes a caller of this, unless it is a function of its own.
    @inline(never) var nextStart: Duration? {
        guard case .waiting(let due) = phase else { return nil }
        return due
    }

    /// Whether the port will be there, or known to be missing, within a moment.
    func isExpected(at now: Duration) -> Bool {
        switch phase {
        case .idle, .starting, .ending: true
        case .waiting(let due): due - now <= Self.soon
        case .live, .over: false
        }
    }

    /// Notes that the bridge is started.
    mutating func begin(at now: Duration) {
        (phase, startedAt) = (.starting, now)
    }

    /// Notes that the bridge has named its port. Returns whether it may: only once after a start.
    mutating func named(_ port: String) -> Bool {
        guard phase == .starting else { return false }
        phase = .live(port: port)
        return true
    }

    /// Notes that a link was opened on the port.
    mutating func linked(at now: Duration) {
        (frames, heardAt) = (nil, now)
    }

    /// Notes how many valid frames the link has received. Returns what to do if there was none for
    /// too long.
    mutating func received(_ count: UInt64, at now: Duration) -> Action? {
        guard count == frames else {
            (frames, heardAt) = (count, now)
            return nil
        }
        return now - heardAt >= Self.silenceLimit ? hung(at: now) : nil
    }

    /// Notes that the bridge did not answer a greeting. Returns what to do.
    mutating func unanswered(at now: Duration) -> Action? { hung(at: now) }

    private mutating func hung(at now: Duration) -> Action? {
        guard case .live = phase else { return nil }
        phase = .ending(killAt: now + Self.endLimit, isHung: true)
        return .end
    }

    /// Asks the bridge to end, because it is not wanted any more. Returns what to do.
    mutating func stop(at now: Duration) -> Action? {
        switch phase {
        case .starting, .live:
            phase = .ending(killAt: now + Self.endLimit, isHung: false)
            return .end
        case .idle, .ending, .waiting, .over: return nil
        }
    }

    /// Returns what is due at this time.
    mutating func tick(at now: Duration) -> Action? {
        guard let deadline, now >= deadline else { return nil }
        switch phase {
        case .starting:
            phase = .ending(killAt: now + Self.endLimit, isHung: true)
            return .end
        case .ending(_, let isHung):
            // Asked again, should the first time not have worked.
            phase = .ending(killAt: now + Self.endLimit, isHung: isHung)
            return .kill
        case .idle, .live, .waiting, .over: return nil
        }
    }

    /// Notes that the bridge has ended, or could not be started. Returns whether it hung before.
    mutating func ended(isFinal: Bool, at now: Duration) -> Bool {
        let wasHung = if case .ending(_, let isHung) = phase { isHung } else { false }
        if now - startedAt >= Self.steadyAfter { backOff.reset() }
        phase = isFinal ? .over : .waiting(until: now + backOff.wait(atMost: Self.longestWait))
        return wasHung
    }
}

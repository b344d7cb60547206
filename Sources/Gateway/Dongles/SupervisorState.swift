import DongleLink
import GatewayModel

/// What is decided about one port: how its link stands, when the next attempt is, and which troubles are news.
///
/// Does no I/O and reads no clock: `now` is the time since any fixed moment, and never steps back.
struct SupervisorState: Sendable, Hashable {
    /// Waits between attempts: the first, twice as long after each that failed, and the longest.
    static let shortestWait = Duration.milliseconds(250)
    static let longestWait = Duration.seconds(5)
    /// The longest wait for a port that was found, and on which no dongle has answered yet: most likely there is none, and
    /// opening it restarts many a board.
    static let longestStrayWait = Duration.seconds(60)
    /// After so long a link is taken for steady, and the next loss begins with the shortest wait.
    static let steadyAfter = Duration.seconds(10)

    enum Phase: Sendable, Hashable {
        case opening
        case live
        case suspect
        case restarting
        /// No link; the next attempt is at that time.
        case waiting(until: Duration)
    }

    private(set) var phase = Phase.opening
    /// Whether the port may be of some other device: nobody named it, and no dongle has answered on it.
    private(set) var mayBeStray: Bool
    /// Since when the link cannot be used, if it could be before or there was an attempt.
    private(set) var troubledSince: Duration?
    /// Times the link was lost.
    private(set) var outages = 0
    private var backOff = BackOff(shortest: shortestWait)
    private var liveSince: Duration?
    /// Told since the trouble began; the same again is no news.
    private var told: Set<Trouble> = []

    /// How a trouble is told from another.
    enum Trouble: Sendable, Hashable {
        /// There is no port.
        case away
        case permission
        case busy
        /// The port could be opened, and nothing on it answers.
        case silent
        /// Named by its code.
        case other(String)
    }

    /// - Parameter isFound: Whether the port was found, and not named by anybody.
    init(isFound: Bool = false) {
        mayBeStray = isFound
    }

    var isLive: Bool {
        switch phase {
        case .live, .suspect: true
        case .opening, .restarting, .waiting: false
        }
    }

    /// As the API tells it.
    var dongleState: DongleState {
        switch phase {
        case .opening: .opening
        case .live: .live
        case .suspect: .suspect
        case .restarting: .restarting
        case .waiting: .waiting
        }
    }

    /// When the next attempt is; nil while there is a link or an attempt.
    var nextAttempt: Duration? { if case .waiting(let due) = phase { due } else { nil } }

    /// How long until the next attempt; nil while there is a link or an attempt.
    func wait(at now: Duration) -> Duration? { nextAttempt.map { max(.zero, $0 - now) } }

    /// An attempt begins.
    mutating func attempt() {
        phase = .opening
    }

    /// The dongle was greeted. Returns how long it could not be used; nil if nobody was told that.
    mutating func greeted(at now: Duration) -> Duration? {
        phase = .live
        liveSince = now
        mayBeStray = false
        defer {
            troubledSince = nil
            told = []
        }
        return told.isEmpty ? nil : troubledSince.map { now - $0 }
    }

    /// An attempt failed. Returns whether that is news.
    mutating func failed(_ trouble: Trouble, at now: Duration) -> Bool {
        wait(from: now, atMost: mayBeStray && trouble == .silent ? Self.longestStrayWait : Self.longestWait)
        return begin(trouble, at: now)
    }

    /// The link is gone. Returns whether that is news.
    mutating func lost(_ trouble: Trouble, at now: Duration) -> Bool {
        if let liveSince, now - liveSince >= Self.steadyAfter { backOff.reset() }
        // Lost while it restarted is the same outage.
        if phase != .restarting { outages += 1 }
        liveSince = nil
        wait(from: now, atMost: Self.longestWait)
        return begin(trouble, at: now)
    }

    /// The link is up, and the dongle has to be greeted again.
    mutating func interrupted(at now: Duration) -> Bool {
        guard phase != .restarting else { return false }
        phase = .restarting
        outages += 1
        return begin(.other("restart"), at: now)
    }

    /// The dongle answers, or does not answer, for the moment.
    mutating func doubt(_ isSuspect: Bool) {
        switch phase {
        case .live, .suspect: phase = isSuspect ? .suspect : .live
        case .opening, .restarting, .waiting: return
        }
    }

    /// The port may be there now: no more waiting.
    mutating func portAppeared(at now: Duration) {
        guard case .waiting = phase else { return }
        backOff.reset()
        phase = .waiting(until: now)
    }

    /// What is known of the outages of the dongle that was here last.
    struct History: Sendable, Hashable {
        fileprivate var troubledSince: Duration?
        fileprivate var told: Set<Trouble> = []
        fileprivate var outages = 0
    }

    /// The dongle that was here is elsewhere now, or away: begins anew.
    mutating func takeHistory() -> History {
        let history = History(troubledSince: troubledSince, told: told, outages: outages)
        giveHistory(History())
        return history
    }

    /// A dongle that was on another port belongs here now.
    mutating func giveHistory(_ history: History) {
        (troubledSince, told, outages) = (history.troubledSince, history.told, history.outages)
    }

    private mutating func wait(from now: Duration, atMost longest: Duration) {
        phase = .waiting(until: now + backOff.wait(atMost: longest))
    }

    private mutating func begin(_ trouble: Trouble, at now: Duration) -> Bool {
        if troubledSince == nil { troubledSince = now }
        return told.insert(trouble).inserted
    }
}

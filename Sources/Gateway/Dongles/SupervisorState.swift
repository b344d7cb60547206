import DongleLink
import GatewayModel

/// Decisions about one port: the state of its link, the time of the next attempt, and which
/// troubles are news.
///
/// Does no I/O and reads no clock: `now` is the time since any fixed moment, and never steps back.
struct SupervisorState: Sendable, Hashable {
    /// Waits between attempts: the shortest, doubled after each failure, up to the longest.
    static let shortestWait = Duration.milliseconds(250)
    static let longestWait = Duration.seconds(5)
    /// Longest wait for a port that was found and on which no dongle has answered yet: most likely
    /// there is none, and opening the port restarts many boards.
    static let longestStrayWait = Duration.seconds(60)
    /// Time after which a link counts as steady: the next loss then begins with the shortest wait.
    static let steadyAfter = Duration.seconds(10)

    enum Phase: Sendable, Hashable {
        case opening
        case live
        case suspect
        case restarting
        /// There is no link; the next attempt is at that time.
        case waiting(until: Duration)
    }

    private(set) var phase = Phase.opening
    /// Whether the port may belong to some other device: the user did not name it, and no dongle
    /// has answered on it.
    private(set) var mayBeStray: Bool
    /// Time since which the link cannot be used; nil while it can, and before the first attempt has
    /// failed.
    private(set) var troubledSince: Duration?
    /// Number of times the link was lost.
    private(set) var outages = 0
    private var backOff = BackOff(shortest: shortestWait)
    private var liveSince: Duration?
    /// Troubles reported since the trouble began; the same trouble again is not news.
    private var told: Set<Trouble> = []

    /// Kind of trouble.
    enum Trouble: Sendable, Hashable {
        /// There is no port.
        case away
        case permission
        case busy
        /// The port could be opened, but nothing on it answers.
        case silent
        /// Trouble identified by its code.
        case other(String)
    }

    /// - Parameter isFound: Whether the port was found, not named by the user.
    init(isFound: Bool = false) {
        mayBeStray = isFound
    }

    var isLive: Bool {
        switch phase {
        case .live, .suspect: true
        case .opening, .restarting, .waiting: false
        }
    }

    /// The state as the API reports it.
    var dongleState: DongleState {
        switch phase {
        case .opening: .opening
        case .live: .live
        case .suspect: .suspect
        case .restarting: .restarting
        case .waiting: .waiting
        }
    }

    /// Time of the next attempt; nil while there is a link or an attempt.
    var nextAttempt: Duration? { if case .waiting(let due) = phase { due } else { nil } }

    /// Returns the time until the next attempt; nil while there is a link or an attempt.
    func wait(at now: Duration) -> Duration? { nextAttempt.map { max(.zero, $0 - now) } }

    /// Notes that an attempt begins.
    mutating func attempt() {
        phase = .opening
    }

    /// Notes that the dongle was greeted. Returns the time for which it could not be used; nil if
    /// that was not reported.
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

    /// Notes that an attempt failed. Returns whether that is news.
    mutating func failed(_ trouble: Trouble, at now: Duration) -> Bool {
        wait(from: now, atMost: mayBeStray && trouble == .silent ? Self.longestStrayWait : Self.longestWait)
        return begin(trouble, at: now)
    }

    /// Notes that the link is gone. Returns whether that is news.
    mutating func lost(_ trouble: Trouble, at now: Duration) -> Bool {
        if let liveSince, now - liveSince >= Self.steadyAfter { backOff.reset() }
        // A loss during a restart belongs to the same outage.
        if phase != .restarting { outages += 1 }
        liveSince = nil
        wait(from: now, atMost: Self.longestWait)
        return begin(trouble, at: now)
    }

    /// Notes that the link is open, but the dongle must be greeted again. Returns whether that is
    /// news.
    mutating func interrupted(at now: Duration) -> Bool {
        guard phase != .restarting else { return false }
        phase = .restarting
        outages += 1
        return begin(.other("restart"), at: now)
    }

    /// Notes whether the dongle answers at the moment.
    mutating func doubt(_ isSuspect: Bool) {
        switch phase {
        case .live, .suspect: phase = isSuspect ? .suspect : .live
        case .opening, .restarting, .waiting: return
        }
    }

    /// Ends the wait, because the port may be there now.
    mutating func portAppeared(at now: Duration) {
        guard case .waiting = phase else { return }
        backOff.reset()
        phase = .waiting(until: now)
    }

    /// Outages of the dongle that was last on this port.
    struct History: Sendable, Hashable {
        fileprivate var troubledSince: Duration?
        fileprivate var told: Set<Trouble> = []
        fileprivate var outages = 0
    }

    /// Returns the outages of this port's dongle, which is now on another port or away, and forgets
    /// them.
    mutating func takeHistory() -> History {
        let history = History(troubledSince: troubledSince, told: told, outages: outages)
        giveHistory(History())
        return history
    }

    /// Takes over the outages of a dongle that was on another port.
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

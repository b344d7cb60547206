/// What a run of many operations over a hostile line came to.
public struct Tally: Sendable {
    /// Operations submitted that have ended, by how they ended.
    public var done = 0
    public var notDone = 0
    public var unknown = 0
    /// How often each fault struck, and frames that a cut line swallowed besides.
    public var faults: [Fault: Int] = [:]
    public var framesCut = 0
    public var frames = 0

    /// Effects counted at the dongle: writes and write commands executed, connections made, configs activated, restarts on request.
    public var effects = 0
    /// Operations that were executed more than once.
    public var doubled = 0
    /// Operations that ended as done and were not executed.
    public var reportedButAbsent = 0
    /// Operations that ended as not done and were executed.
    public var deniedButPresent = 0
    /// Reads that gave something else than was there, and configs of which nobody ever sent the whole.
    public var wrongContents = 0

    /// Notifications delivered, and those whose loss was told.
    public var notifications = 0
    public var notificationsToldLost = 0
    /// Notifications that came twice, out of order, or whose loss was not told exactly.
    public var notificationsWrong = 0
    /// Adverts delivered, and those whose loss was told.
    public var adverts = 0
    public var advertsToldLost = 0
    /// Adverts that were not what their number says, and scans whose numbers did not add up.
    public var advertsWrong = 0

    public var sessions = 0
    public var retransmissions = 0
    /// Rounds in which something was due for ever.
    public var idleRounds = 0
    public var neverEnded = 0
    public var virtualTime = Duration.zero
    /// The first things that must not have happened, with their time: at most 20.
    public private(set) var incidents: [String] = []

    /// Counts something that must not happen.
    mutating func note(_ count: WritableKeyPath<Tally, Int>, _ text: @autoclosure () -> String) {
        self[keyPath: count] += 1
        if incidents.count < 20 { incidents.append(text()) }
    }

    public var operations: Int { done + notDone + unknown }
    public var struck: Int { faults.values.reduce(0, +) }
    /// Everything that must not happen.
    public var violations: Int {
        doubled + reportedButAbsent + deniedButPresent + wrongContents + notificationsWrong + advertsWrong + idleRounds
            + neverEnded
    }
    public var unknownShare: Double { operations > 0 ? Double(unknown) / Double(operations) : 0 }
}

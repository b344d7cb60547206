/// What a run of many operations over a hostile line came to.
package struct Tally: Sendable {
    /// Operations submitted that have ended, by how they ended.
    package var done = 0
    package var notDone = 0
    package var unknown = 0
    /// How often each fault struck, and frames that a cut line swallowed besides.
    package var faults: [Fault: Int] = [:]
    package var framesCut = 0
    package var frames = 0

    /// Effects counted at the dongle: writes and write commands executed, connections made, configs activated, restarts on request.
    package var effects = 0
    /// Operations that were executed more than once.
    package var doubled = 0
    /// Operations that ended as done and were not executed.
    package var reportedButAbsent = 0
    /// Operations that ended as not done and were executed.
    package var deniedButPresent = 0
    /// Reads that gave something else than was there, and configs of which nobody ever sent the whole.
    package var wrongContents = 0

    /// Notifications delivered, and those whose loss was told.
    package var notifications = 0
    package var notificationsToldLost = 0
    /// Notifications that came twice, out of order, or whose loss was not told exactly.
    package var notificationsWrong = 0
    /// Adverts delivered, and those whose loss was told.
    package var adverts = 0
    package var advertsToldLost = 0
    /// Adverts that were not what their number says, and scans whose numbers did not add up.
    package var advertsWrong = 0

    package var sessions = 0
    package var retransmissions = 0
    /// Rounds in which something was due for ever.
    package var idleRounds = 0
    package var neverEnded = 0
    package var virtualTime = Duration.zero
    /// The first things that must not have happened, with their time: at most 20.
    package private(set) var incidents: [String] = []

    /// Counts something that must not happen.
    mutating func note(_ count: WritableKeyPath<Tally, Int>, _ text: @autoclosure () -> String) {
        self[keyPath: count] += 1
        if incidents.count < 20 { incidents.append(text()) }
    }

    package var operations: Int { done + notDone + unknown }
    package var struck: Int { faults.values.reduce(0, +) }
    /// Everything that must not happen.
    package var violations: Int {
        doubled + reportedButAbsent + deniedButPresent + wrongContents + notificationsWrong + advertsWrong + idleRounds
            + neverEnded
    }
    package var unknownShare: Double { operations > 0 ? Double(unknown) / Double(operations) : 0 }
}

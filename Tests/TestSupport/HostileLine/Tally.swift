/// Counts of a run of many operations over a hostile line.
package struct Tally: Sendable {
    /// Operations that have ended, by outcome.
    package var done = 0
    package var notDone = 0
    package var unknown = 0
    /// Number of times that each fault struck, and frames lost in a cut line besides.
    package var faults: [Fault: Int] = [:]
    package var framesCut = 0
    package var frames = 0

    /// Effects counted at the dongle: writes and write commands executed, connections made, configs
    /// activated, restarts on request.
    package var effects = 0
    /// Operations that were executed more than once.
    package var doubled = 0
    /// Operations that ended as done and were not executed.
    package var reportedButAbsent = 0
    /// Operations that ended as not done and were executed.
    package var deniedButPresent = 0
    /// Reads that gave other content than was there, and active or saved configs that were never
    /// sent whole.
    package var wrongContents = 0

    /// Notifications delivered, and notifications reported as lost.
    package var notifications = 0
    package var notificationsToldLost = 0
    /// Notifications that came twice, out of order, or whose loss was not reported exactly.
    package var notificationsWrong = 0
    /// Adverts delivered, and adverts reported as lost.
    package var adverts = 0
    package var advertsToldLost = 0
    /// Adverts that did not match their number, and scans whose numbers did not add up.
    package var advertsWrong = 0

    package var sessions = 0
    package var retransmissions = 0
    /// Rounds in which something stayed due without end.
    package var idleRounds = 0
    package var neverEnded = 0
    package var virtualTime = Duration.zero
    /// The first 20 violations, with their time.
    package private(set) var incidents: [String] = []

    /// Counts an event that must not happen.
    mutating func note(_ count: WritableKeyPath<Tally, Int>, _ text: @autoclosure () -> String) {
        self[keyPath: count] += 1
        if incidents.count < 20 { incidents.append(text()) }
    }

    package var operations: Int { done + notDone + unknown }
    package var struck: Int { faults.values.reduce(0, +) }
    /// Number of all violations.
    package var violations: Int {
        doubled + reportedButAbsent + deniedButPresent + wrongContents + notificationsWrong + advertsWrong + idleRounds
            + neverEnded
    }
    package var unknownShare: Double { operations > 0 ? Double(unknown) / Double(operations) : 0 }
}

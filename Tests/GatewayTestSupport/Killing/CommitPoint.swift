/// A commit to a store at which a program kills itself, numbered from 1. The program is linked with
/// `KillPoint`.
package struct CommitPoint: Sendable, Hashable, CustomStringConvertible {
    package enum Moment: String, CaseIterable, Sendable {
        /// At the beginning of the commit, which is lost.
        case before
        /// Once the commit is on the disk.
        case after
    }

    package var moment: Moment
    package var commit: Int
    package var description: String { "\(moment):\(commit)" }

    package init(_ moment: Moment, _ commit: Int) {
        (self.moment, self.commit) = (moment, commit)
    }
}

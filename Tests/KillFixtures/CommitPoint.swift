/// Where a program kills itself: at one of its own commits to a store, 1 the first. It is linked with `KillPoint`.
package struct CommitPoint: Sendable, Hashable, CustomStringConvertible {
    package enum Moment: String, CaseIterable, Sendable {
        /// When it begins to write the commit, which is lost.
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

/// The regions that share beacons with one.
package struct RegionOverlaps: Sendable, Hashable {
    /// Names of those that have every beacon of it.
    package var covering: [String]
    /// Names of those whose every beacon it has.
    package var covered: [String]

    package init(covering: [String], covered: [String]) {
        self.covering = covering
        self.covered = covered
    }
}

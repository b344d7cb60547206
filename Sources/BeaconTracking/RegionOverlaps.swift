/// The regions that share beacons with one.
public struct RegionOverlaps: Sendable, Hashable {
    /// Names of those that have every beacon of it.
    public var covering: [String]
    /// Names of those whose every beacon it has.
    public var covered: [String]

    public init(covering: [String], covered: [String]) {
        self.covering = covering
        self.covered = covered
    }
}

/// Regions that share beacons with a given region.
package struct RegionOverlaps: Sendable, Hashable {
    /// Names of regions that contain every beacon of the given region.
    package var covering: [String]
    /// Names of regions whose beacons are all in the given region.
    package var covered: [String]

    package init(covering: [String], covered: [String]) {
        self.covering = covering
        self.covered = covered
    }
}

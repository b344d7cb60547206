import Advertising

/// Beacons of a region, with the time when each was last heard; at most 256 are distinguished.
struct HeardBeacons: Sendable {
    static let most = 256

    private var lastSeen: [BeaconIdentity: Duration] = [:]
    /// Whether there were more beacons than are distinguished.
    private(set) var isOverfull = false

    mutating func hear(_ identity: BeaconIdentity, at now: Duration) {
        if lastSeen.count < HeardBeacons.most || lastSeen[identity] != nil {
            lastSeen[identity] = now
        } else {
            isOverfull = true
        }
    }

    /// Removes beacons that were not heard since `limit`.
    mutating func forget(before limit: Duration) {
        lastSeen = lastSeen.filter { $0.value >= limit }
        isOverfull = false
    }

    mutating func forgetAll() {
        lastSeen = [:]
        isOverfull = false
    }

    /// Number of beacons, at most 256.
    var count: Int { lastSeen.count }

    /// Number of beacons heard since `limit`, at most 256.
    func count(since limit: Duration) -> Int {
        lastSeen.values.count { $0 >= limit }
    }
}

import Advertising

/// Which beacons of a region were heard, and when last; at most 256 are told apart.
struct HeardBeacons: Sendable {
    static let most = 256

    private var lastSeen: [BeaconIdentity: Duration] = [:]
    /// Whether there were more than are told apart.
    private(set) var isOverfull = false

    mutating func hear(_ identity: BeaconIdentity, at now: Duration) {
        if lastSeen.count < HeardBeacons.most || lastSeen[identity] != nil {
            lastSeen[identity] = now
        } else {
            isOverfull = true
        }
    }

    /// Lets go of those that were not heard since `limit`.
    mutating func forget(before limit: Duration) {
        lastSeen = lastSeen.filter { $0.value >= limit }
        isOverfull = false
    }

    mutating func forgetAll() {
        lastSeen = [:]
        isOverfull = false
    }

    /// At most 256.
    var count: Int { lastSeen.count }

    /// At most 256.
    func count(since limit: Duration) -> Int {
        lastSeen.values.count { $0 >= limit }
    }
}

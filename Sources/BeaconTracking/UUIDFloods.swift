import Advertising

/// Of which UUIDs too many beacons come up at once that nobody knows.
///
/// Counts nameless beacons that are kept and not yet proven, so that a large installation comes through, its beacons being
/// proven within seconds, and made-up ones that are heard once do not.
struct UUIDFloods: Sendable {
    /// So many of one UUID, and newcomers are refused.
    ///
    /// Source: Home Assistant, iBeacon integration, which takes a 50th from nameless devices for a flood, proven or not.
    static let beacons: UInt32 = 50

    /// Never refused.
    var expected: Set<ProximityUUID> = []
    /// No more entries than beacons are kept.
    private var unproven: [ProximityUUID: UInt32] = [:]

    func refuses(_ uuid: ProximityUUID) -> Bool {
        (unproven[uuid] ?? 0) >= UUIDFloods.beacons && !expected.contains(uuid)
    }

    mutating func add(_ uuid: ProximityUUID) {
        unproven[uuid, default: 0] += 1
    }

    mutating func remove(_ uuid: ProximityUUID) {
        guard let count = unproven[uuid] else { return }
        unproven[uuid] = count > 1 ? count - 1 : nil
    }
}

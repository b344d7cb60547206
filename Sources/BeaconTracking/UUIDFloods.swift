import Advertising

/// UUIDs with which too many unknown beacons appear at once.
///
/// Counts nameless beacons that are kept and not yet proven. A large installation passes, because
/// its beacons are proven within seconds; a flood of made-up beacons that are heard once does not.
struct UUIDFloods: Sendable {
    /// Number of beacons with one UUID from which new ones are refused.
    ///
    /// Source: Home Assistant, iBeacon integration, which treats 50 beacons from nameless devices
    /// as a flood, proven or not.
    static let beacons: UInt32 = 50

    /// UUIDs that are never refused.
    var expected: Set<ProximityUUID> = []
    /// Number of unproven beacons for each UUID; never more entries than beacons kept.
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

/// The devices that were found, one row each.
///
/// Past its capacity those that were seen least recently go, a hundredth of them at a time, and are counted.
package struct DetectionBook: Sendable {
    /// Rows, in memory and in the store.
    package static let capacity = 10_000

    package let capacity: Int
    private var rows: [DetectionKey: DetectedDevice] = [:]
    /// Rows that had to go since the start, for want of room.
    package private(set) var evicted: UInt64 = 0
    /// Those of them, and of those that were too old, that are still to be removed from the store; at most ``capacity``, beyond that the store keeps to its own limit.
    package private(set) var gone: Set<DetectionKey> = []
    /// Sightings since the start.
    package private(set) var sightings: UInt64 = 0

    package init(capacity: Int = capacity) {
        self.capacity = max(1, capacity)
    }

    package var count: Int { rows.count }
    package subscript(key: DetectionKey) -> DetectedDevice? { rows[key] }

    /// The rows, the one that was seen last first.
    package var devices: [DetectedDevice] { rows.values.sorted(by: Self.isNewer) }

    /// Takes a sighting.
    ///
    /// - Parameter now: Microseconds since 1970.
    /// - Returns: Whether the device was not in the book.
    package mutating func take(_ sighting: DetectionSighting, at now: Int64) -> Bool {
        if !sighting.isRepeat { sightings += 1 }
        if rows[sighting.key]?.take(sighting, at: now) != nil { return false }
        rows[sighting.key] = DetectedDevice(sighting, at: now)
        gone.remove(sighting.key)
        makeRoom()
        return true
    }

    /// Takes what was kept from before; it is added to a row that is there already. To be called once.
    package mutating func load(_ devices: [DetectedDevice]) {
        for device in devices {
            if rows[device.key]?.add(device) == nil { rows[device.key] = device }
        }
        makeRoom()
    }

    /// Removes the rows that were seen last before that time.
    package mutating func removeOlder(than microseconds: Int64) {
        remove(rows.values.filter { $0.lastSeen < microseconds })
    }

    /// What had to go and was not yet removed from the store; from now on it is.
    package mutating func takeGone() -> Set<DetectionKey> {
        defer { gone = [] }
        return gone
    }

    /// They could not be removed.
    package mutating func giveBack(gone keys: Set<DetectionKey>) {
        for key in keys where rows[key] == nil && gone.count < capacity { gone.insert(key) }
    }

    /// Forgets every row. Returns how many there were.
    package mutating func removeAll() -> Int {
        defer {
            rows = [:]
            gone = []
        }
        return rows.count
    }

    private mutating func makeRoom() {
        guard rows.count > capacity else { return }
        // All at once, so that a flood of new devices does not cost a search each.
        let excess = rows.count - capacity + capacity / 100
        let oldest = Array(devices.suffix(excess))
        remove(oldest)
        evicted += UInt64(oldest.count)
    }

    private mutating func remove(_ devices: [DetectedDevice]) {
        for device in devices {
            rows[device.key] = nil
            if gone.count < capacity { gone.insert(device.key) }
        }
    }

    private static func isNewer(_ left: DetectedDevice, _ right: DetectedDevice) -> Bool {
        left.lastSeen != right.lastSeen ? left.lastSeen > right.lastSeen : left.key.text < right.key.text
    }
}

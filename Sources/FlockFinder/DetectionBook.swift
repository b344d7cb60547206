/// The devices that were detected, one row each.
///
/// Beyond its capacity, the book removes the rows that were seen least recently, a hundredth of the
/// capacity at a time, and counts them.
package struct DetectionBook: Sendable {
    /// Most rows, in memory and in the store.
    package static let capacity = 10_000

    package let capacity: Int
    private var rows: [DetectionKey: DetectedDevice] = [:]
    /// Rows that were removed for want of room since the start.
    package private(set) var evicted: UInt64 = 0
    /// Rows that were removed, for want of room or because of their age, and are still to be
    /// deleted from the store. At most ``capacity``; beyond that, the store's own limit applies.
    package private(set) var gone: Set<DetectionKey> = []
    /// Sightings since the start.
    package private(set) var sightings: UInt64 = 0

    package init(capacity: Int = capacity) {
        self.capacity = max(1, capacity)
    }

    package var count: Int { rows.count }
    package subscript(key: DetectionKey) -> DetectedDevice? { rows[key] }

    /// Rows, the most recently seen first.
    package var devices: [DetectedDevice] { rows.values.sorted(by: Self.isNewer) }

    /// Adds a sighting.
    ///
    /// - Parameter now: Microseconds since 1970.
    /// - Returns: Whether the device is new to the book.
    package mutating func take(_ sighting: DetectionSighting, at now: Int64) -> Bool {
        if !sighting.isRepeat { sightings += 1 }
        if rows[sighting.key]?.take(sighting, at: now) != nil { return false }
        rows[sighting.key] = DetectedDevice(sighting, at: now)
        gone.remove(sighting.key)
        makeRoom()
        return true
    }

    /// Loads devices that were stored earlier, and merges each with its row if there is one. Call
    /// this once.
    package mutating func load(_ devices: [DetectedDevice]) {
        for device in devices {
            if rows[device.key]?.add(device) == nil { rows[device.key] = device }
        }
        makeRoom()
    }

    /// Removes the rows that were last seen before this time.
    package mutating func removeOlder(than microseconds: Int64) {
        remove(rows.values.filter { $0.lastSeen < microseconds })
    }

    /// Returns ``gone`` and empties it; the caller deletes these rows from the store.
    package mutating func takeGone() -> Set<DetectionKey> {
        defer { gone = [] }
        return gone
    }

    /// Puts keys back into ``gone`` that the store could not delete.
    package mutating func giveBack(gone keys: Set<DetectionKey>) {
        for key in keys where rows[key] == nil && gone.count < capacity { gone.insert(key) }
    }

    /// Removes every row. Returns the number of rows removed.
    package mutating func removeAll() -> Int {
        defer {
            rows = [:]
            gone = []
        }
        return rows.count
    }

    private mutating func makeRoom() {
        guard rows.count > capacity else { return }
        // Removes many at once, so that a flood of new devices does not cost a search each.
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

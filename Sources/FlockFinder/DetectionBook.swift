/// The devices that were found, one row each.
///
/// Past its capacity those that were seen least recently go, a hundredth of them at a time, and are counted.
public struct DetectionBook: Sendable {
    /// Rows, in memory and in the store.
    public static let capacity = 10_000

    public let capacity: Int
    private var rows: [DetectionKey: DetectedDevice] = [:]
    /// Rows that had to go since the start.
    public private(set) var evicted: UInt64 = 0
    /// Sightings since the start.
    public private(set) var sightings: UInt64 = 0

    public init(capacity: Int = capacity) {
        self.capacity = max(1, capacity)
    }

    public var count: Int { rows.count }
    public subscript(key: DetectionKey) -> DetectedDevice? { rows[key] }

    /// The rows, the one that was seen last first.
    public var devices: [DetectedDevice] { rows.values.sorted(by: Self.isNewer) }

    /// Takes a sighting.
    ///
    /// - Parameter now: Microseconds since 1970.
    /// - Returns: Whether the device was not in the book.
    public mutating func take(_ sighting: DetectionSighting, at now: Int64) -> Bool {
        sightings += 1
        if rows[sighting.key]?.take(sighting, at: now) != nil { return false }
        rows[sighting.key] = DetectedDevice(sighting, at: now)
        makeRoom()
        return true
    }

    /// Takes what was kept from before; a row that is there already stays as it is.
    public mutating func load(_ devices: [DetectedDevice]) {
        for device in devices where rows[device.key] == nil { rows[device.key] = device }
        makeRoom()
    }

    /// Forgets every row. Returns how many there were.
    public mutating func removeAll() -> Int {
        defer { rows = [:] }
        return rows.count
    }

    private mutating func makeRoom() {
        guard rows.count > capacity else { return }
        // All at once, so that a flood of new devices does not cost a search each.
        let excess = rows.count - capacity + capacity / 100
        for device in devices.suffix(excess) { rows[device.key] = nil }
        evicted += UInt64(excess)
    }

    private static func isNewer(_ left: DetectedDevice, _ right: DetectedDevice) -> Bool {
        left.lastSeen != right.lastSeen ? left.lastSeen > right.lastSeen : left.key.text < right.key.text
    }
}

/// Frames sent and received during a check, for showing them with a failure.
struct WireRecord {
    /// The bytes between two zeros.
    struct Entry {
        let isSent: Bool
        let stretch: [UInt8]
        let at: ContinuousClock.Instant
        /// Whether every check sends such a frame: see ``Wire/routinely(_:)``.
        let isRoutine: Bool
    }

    /// Number of stretches kept: more than it takes to fill the ring of events.
    static let capacity = 16_384

    /// The last stretches, oldest first.
    private(set) var entries: [Entry] = []
    /// Number of earlier stretches that were discarded for want of room.
    private(set) var discarded = 0
    private(set) var start = ContinuousClock.now
    /// Bytes sent behind the last zero.
    private var unended: [UInt8] = []

    /// Discards everything; the times of what follows count from here.
    mutating func clear() {
        entries.removeAll(keepingCapacity: true)
        discarded = 0
        unended = []
        start = .now
    }

    mutating func sent(_ bytes: [UInt8], isRoutine: Bool) {
        for byte in bytes {
            guard byte == 0 else {
                unended.append(byte)
                continue
            }
            if !unended.isEmpty { add(Entry(isSent: true, stretch: unended, at: .now, isRoutine: isRoutine)) }
            unended.removeAll(keepingCapacity: true)
        }
    }

    mutating func received(_ stretch: [UInt8]) {
        add(Entry(isSent: false, stretch: stretch, at: .now, isRoutine: false))
    }

    private mutating func add(_ entry: Entry) {
        if entries.count == Self.capacity {
            let oldest = Self.capacity / 4
            entries.removeFirst(oldest)
            discarded += oldest
        }
        entries.append(entry)
    }
}

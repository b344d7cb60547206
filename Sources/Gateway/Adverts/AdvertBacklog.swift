/// What one reader of adverts has not fetched yet.
///
/// Past ``capacity`` adverts the oldest batches go, and a count of them stands in their place. Other updates stay where
/// they are; when too many of them have been overtaken so, those that say the same are merged.
struct AdvertBacklog: Sendable {
    /// Updates that may stand before the oldest batch.
    static let overtakenLimit = 256
    /// Updates of any kind behind it: also bounds what comes without adverts.
    private static let updateLimit = 20_000

    /// Adverts.
    let capacity: Int
    /// Adverts in it.
    private(set) var adverts = 0

    /// What stands before the oldest batch: no batches, and no two counts of missed adverts side by side.
    private var overtaken: [AdvertUpdate] = []
    private var updates: [AdvertUpdate] = []
    private var start = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Adds a batch. Returns how many adverts had to go for it.
    mutating func append(_ batch: HeardAdverts) -> UInt64 {
        updates.append(.adverts(batch))
        adverts += batch.adverts.count
        return makeRoom()
    }

    /// Adds an update of another kind. Returns how many adverts had to go for it.
    mutating func tell(_ update: AdvertUpdate) -> UInt64 {
        if start < updates.count, let merged = updates[updates.count - 1].merged(with: update) {
            updates[updates.count - 1] = merged
            return 0
        }
        updates.append(update)
        return makeRoom()
    }

    /// The next update.
    mutating func pop() -> AdvertUpdate? {
        overtaken.isEmpty ? removeFirst() : overtaken.removeFirst()
    }

    private mutating func makeRoom() -> UInt64 {
        var missed: UInt64 = 0
        while adverts > capacity || updates.count - start > Self.updateLimit, let oldest = removeFirst() {
            if case .adverts(let batch) = oldest {
                missed += UInt64(batch.adverts.count)
                overtake(.missed(UInt64(batch.adverts.count)))
            } else {
                overtake(oldest)
            }
        }
        return missed
    }

    private mutating func removeFirst() -> AdvertUpdate? {
        guard start < updates.count else { return nil }
        let update = updates[start]
        // The batch is let go of now, not when the array is next tidied.
        updates[start] = .missed(0)
        start += 1
        if start == updates.count {
            updates.removeAll(keepingCapacity: true)
            start = 0
        } else if start >= 1024 {
            updates.removeFirst(start)
            start = 0
        }
        if case .adverts(let batch) = update { adverts -= batch.adverts.count }
        return update
    }

    private mutating func overtake(_ update: AdvertUpdate) {
        if let last = overtaken.last, let merged = last.merged(with: update) {
            overtaken[overtaken.count - 1] = merged
        } else {
            overtaken.append(update)
        }
        if overtaken.count > Self.overtakenLimit { condense() }
    }

    /// Keeps every count, and of each dongle how it stands now.
    private mutating func condense() {
        var missed: UInt64 = 0
        var lost: [String: UInt64] = [:]
        var states: [String: AdvertUpdate] = [:]
        for update in overtaken {
            switch update {
            case .adverts: continue
            case .missed(let count): missed += count
            case .lost(let dongle, let count): lost[dongle, default: 0] += count
            case .interrupted(let dongle, _), .restored(let dongle), .failed(let dongle, _): states[dongle] = update
            }
        }
        overtaken = missed > 0 ? [.missed(missed)] : []
        overtaken += lost.sorted { $0.key < $1.key }.map { .lost(dongle: $0.key, $0.value) }
        overtaken += states.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension AdvertUpdate {
    /// One update that says the same as this and the next; nil where there is none.
    fileprivate func merged(with next: AdvertUpdate) -> AdvertUpdate? {
        switch (self, next) {
        case (.missed(let count), .missed(let more)): .missed(count + more)
        case (.lost(let dongle, let count), .lost(let other, let more)) where dongle == other:
            .lost(dongle: dongle, count + more)
        default: nil
        }
    }
}

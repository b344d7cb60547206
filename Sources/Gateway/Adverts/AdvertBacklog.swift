/// Updates that one reader of adverts has not fetched yet.
///
/// Above ``capacity`` adverts, the oldest batches are dropped and replaced by a count of their
/// adverts. Other updates keep their place. Once ``overtakenLimit`` of them stand before the oldest
/// batch, updates that can be merged are merged.
struct AdvertBacklog: Sendable {
    /// Largest number of updates before the oldest batch.
    static let overtakenLimit = 256
    /// Largest number of updates of any kind behind them; bounds the memory of updates without
    /// adverts as well.
    private static let updateLimit = 20_000

    /// Largest number of adverts held.
    let capacity: Int
    /// Adverts held now.
    private(set) var adverts = 0

    /// Updates before the oldest batch: no batches, and no two counts of missed adverts side by
    /// side.
    private var overtaken: [AdvertUpdate] = []
    private var updates: [AdvertUpdate] = []
    private var start = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Adds a batch. Returns the number of adverts that were dropped to make room.
    mutating func append(_ batch: HeardAdverts) -> UInt64 {
        updates.append(.adverts(batch))
        adverts += batch.adverts.count
        return makeRoom()
    }

    /// Adds an update of another kind. Returns the number of adverts that were dropped to make
    /// room.
    mutating func tell(_ update: AdvertUpdate) -> UInt64 {
        if start < updates.count, let merged = updates[updates.count - 1].merged(with: update) {
            updates[updates.count - 1] = merged
            return 0
        }
        updates.append(update)
        return makeRoom()
    }

    /// Removes and returns the next update.
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
        // Releases the batch now, not only when the array is next compacted.
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

    /// Merges the updates before the oldest batch: keeps every count, and each dongle's latest
    /// state.
    private mutating func condense() {
        var missed: UInt64 = 0
        var lost: [String: UInt64] = [:]
        var states: [String: AdvertUpdate] = [:]
        for update in overtaken {
            switch update {
            case .adverts: continue
            case .missed(let count): missed += count
            case .lost(let dongle, let count): lost[dongle, default: 0] += count
            case .interrupted(let dongle, _), .restored(let dongle), .failed(let dongle, _, _): states[dongle] = update
            }
        }
        overtaken = missed > 0 ? [.missed(missed)] : []
        overtaken += lost.sorted { $0.key < $1.key }.map { .lost(dongle: $0.key, $0.value) }
        overtaken += states.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension AdvertUpdate {
    /// Returns one update that says the same as this and the next; nil where the two cannot be
    /// merged.
    fileprivate func merged(with next: AdvertUpdate) -> AdvertUpdate? {
        switch (self, next) {
        case (.missed(let count), .missed(let more)): .missed(count + more)
        case (.lost(let dongle, let count), .lost(let other, let more)) where dongle == other:
            .lost(dongle: dongle, count + more)
        default: nil
        }
    }
}

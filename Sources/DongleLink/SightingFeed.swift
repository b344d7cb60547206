import Concurrency

/// The updates of one scan, for one reader.
///
/// Holds at most 16,384 sightings. Past half of that the link stops reading from the port, so that a reader that is only late loses nothing; a reader that
/// is late for longer loses the oldest, and is told how many.
public struct SightingFeed: AsyncSequence, Sendable {
    public typealias Element = ScanUpdate
    public typealias Failure = any Error

    let buffer: SightingBuffer

    /// The reader. A second one takes updates away from the first.
    public func makeAsyncIterator() -> Iterator {
        Iterator(buffer: buffer)
    }

    /// Hands out updates in order; throws ``LinkError`` when the link is gone for good, and ends when the scan was stopped.
    public struct Iterator: AsyncIteratorProtocol {
        let buffer: SightingBuffer

        /// The next update, or nil when the scan has ended or the task was cancelled.
        public mutating func next() async throws -> ScanUpdate? {
            try await buffer.next()
        }
    }
}

/// What the reader of a scan has not fetched yet.
struct ScanBacklog: ReaderBacklog {
    static let capacity = 16_384
    /// Updates of any kind: also bounds what a dongle can say without adverts.
    private static let updateLimit = 20_000
    /// Sightings handed out together, where so many wait: a reader that is late catches up with fewer, larger updates.
    static let mergeLimit = 512
    /// State changes kept of those that were overtaken by dropped sightings.
    private static let overtakenLimit = 64

    private var updates: [ScanUpdate] = []
    private var start = 0
    private var sightings = 0
    /// What the updates dropped from the front amounted to: told before the rest.
    private var missed: UInt64 = 0
    private var lost: UInt64 = 0
    private var overtaken: [ScanUpdate] = []
    var isEnded = false
    /// Why the scan ended, where it was not stopped.
    var failure: LinkError?
    private var isCongested = false

    mutating func pop() -> ScanUpdate? {
        if missed > 0 {
            defer { missed = 0 }
            return .missed(missed)
        }
        if lost > 0 {
            defer { lost = 0 }
            return .lost(lost)
        }
        guard overtaken.isEmpty else { return overtaken.removeFirst() }
        let first = removeFirst()
        guard case .sightings(var batch) = first, case .sightings = next else { return first }
        while case .sightings(let more) = next, batch.count + more.count <= Self.mergeLimit {
            batch += more
            _ = removeFirst()
        }
        return .sightings(batch)
    }

    private var next: ScanUpdate? { start < updates.count ? updates[start] : nil }

    /// Makes room by dropping the oldest update, keeping count of what it said.
    private mutating func evict() -> Bool {
        switch removeFirst() {
        case nil: return false
        case .sightings(let batch): missed += UInt64(batch.count)
        case .missed(let count): missed += count
        case .lost(let count): lost += count
        case .interrupted(let cause): overtake(.interrupted(cause))
        case .restored: overtake(.restored)
        case .failed(let status): overtake(.failed(status))
        }
        return true
    }

    private mutating func overtake(_ update: ScanUpdate) {
        if overtaken.count >= Self.overtakenLimit { overtaken.removeFirst() }
        overtaken.append(update)
    }

    /// Adds an update. Returns whether it is congested.
    mutating func append(_ update: ScanUpdate) -> Bool {
        if case .lost(let more) = update, start < updates.count, case .lost(let count) = updates.last {
            updates[updates.count - 1] = .lost(count + more)
        } else {
            if case .sightings(let batch) = update { sightings += batch.count }
            updates.append(update)
        }
        while sightings > Self.capacity || updates.count - start > Self.updateLimit {
            guard evict() else { break }
        }
        if sightings > Self.capacity / 2 { isCongested = true }
        return isCongested
    }

    /// Whether it was congested and is half emptied; once each time.
    mutating func isRelieved() -> Bool {
        guard isCongested, sightings < Self.capacity / 4 else { return false }
        isCongested = false
        return true
    }

    private mutating func removeFirst() -> ScanUpdate? {
        guard start < updates.count else { return nil }
        let update = updates[start]
        start += 1
        if start == updates.count {
            updates.removeAll(keepingCapacity: true)
            start = 0
        } else if start >= 1024 {
            updates.removeFirst(start)
            start = 0
        }
        if case .sightings(let batch) = update { sightings -= batch.count }
        return update
    }
}

/// What lies between the link and the reader of a scan.
final class SightingBuffer: Sendable {
    private let queue = ReaderQueue(ScanBacklog())
    private let relieved: @Sendable () -> Void

    /// - Parameter relieved: Called, from any thread, when a congested buffer has been half emptied.
    init(relieved: @escaping @Sendable () -> Void) {
        self.relieved = relieved
    }

    /// Adds an update. Returns whether the buffer is congested and the source should pause.
    func append(_ update: ScanUpdate) -> Bool { queue.change { $0.append(update) } ?? false }

    /// Ends the feed behind what it holds.
    func finish(_ end: Result<Void, LinkError>) {
        queue.finish { backlog in
            guard !backlog.isEnded else { return }
            backlog.isEnded = true
            if case .failure(let error) = end { backlog.failure = error }
        }
    }

    func next() async throws -> ScanUpdate? {
        // A cancelled task still reads what the queue holds.
        var update = queue.poll()
        if update == nil { update = await queue.next() }
        if queue.look({ $0.isRelieved() }) { relieved() }
        guard update == nil, let failure = queue.look({ $0.failure }) else { return update }
        throw failure
    }
}

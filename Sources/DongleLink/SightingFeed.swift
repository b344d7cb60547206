import Concurrency

/// The updates of one scan, for one reader.
///
/// Holds at most 16,384 sightings. When it is more than half full, the link stops reading from the
/// port, so a reader that is only briefly late loses nothing. A reader that is late for longer
/// loses the oldest sightings and is told how many.
public struct SightingFeed: AsyncSequence, Sendable {
    public typealias Element = ScanUpdate
    public typealias Failure = any Error

    let buffer: SightingBuffer

    /// Returns the reader. A second reader takes updates away from the first.
    public func makeAsyncIterator() -> Iterator {
        Iterator(buffer: buffer)
    }

    /// Delivers updates in order. It throws ``LinkError`` when the link has ended for good, and
    /// ends when the scan is stopped.
    public struct Iterator: AsyncIteratorProtocol {
        let buffer: SightingBuffer

        /// Returns the next update, or nil when the scan has ended or the task was cancelled.
        public mutating func next() async throws -> ScanUpdate? {
            try await buffer.next()
        }
    }
}

/// Updates of a scan that the reader has not fetched yet.
struct ScanBacklog: ReaderBacklog {
    static let capacity = 16_384
    /// Largest number of updates of any kind. It also bounds what a dongle can send without
    /// adverts.
    private static let updateLimit = 20_000
    /// Largest number of sightings delivered in one update. A late reader thus catches up with
    /// fewer, larger updates.
    static let mergeLimit = 512
    /// Number of state changes kept after the sightings before them were dropped.
    private static let overtakenLimit = 64

    private var updates: [ScanUpdate] = []
    private var start = 0
    private var sightings = 0
    /// Totals of the updates dropped from the front. They are reported before the remaining
    /// updates.
    private var missed: UInt64 = 0
    private var lost: UInt64 = 0
    private var overtaken: [ScanUpdate] = []
    var isEnded = false
    /// Reason why the scan ended; nil if it was stopped.
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

    /// Makes room by dropping the oldest update and adding its content to the totals.
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

    /// Adds an update. Returns whether the backlog is congested.
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

    /// Returns true once after each congestion, when the backlog has drained below a quarter of its
    /// capacity.
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

/// Buffer between the link and the reader of a scan.
final class SightingBuffer: Sendable {
    private let queue = ReaderQueue(ScanBacklog())
    private let relieved: @Sendable () -> Void

    /// - Parameter relieved: Called, from any thread, when a congested buffer has drained below a
    ///   quarter of its capacity.
    init(relieved: @escaping @Sendable () -> Void) {
        self.relieved = relieved
    }

    /// Adds an update. Returns whether the buffer is congested and the source should pause.
    func append(_ update: ScanUpdate) -> Bool { queue.change { $0.append(update) } ?? false }

    /// Ends the feed. The reader still gets the updates it holds.
    func finish(_ end: Result<Void, LinkError>) {
        queue.finish { backlog in
            guard !backlog.isEnded else { return }
            backlog.isEnded = true
            if case .failure(let error) = end { backlog.failure = error }
        }
    }

    func next() async throws -> ScanUpdate? {
        // A cancelled task can still read the updates in the queue.
        var update = queue.poll()
        if update == nil { update = await queue.next() }
        if queue.look({ $0.isRelieved() }) { relieved() }
        guard update == nil, let failure = queue.look({ $0.failure }) else { return update }
        throw failure
    }
}

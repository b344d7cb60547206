import NIOConcurrencyHelpers

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

/// What lies between the link and the reader of a scan.
final class SightingBuffer: Sendable {
    static let capacity = 16_384
    /// Updates of any kind: also bounds what a dongle can say without adverts.
    private static let updateLimit = 20_000

    /// Sightings handed out together, where so many wait: a reader that is late catches up with fewer, larger updates.
    static let mergeLimit = 512

    /// State changes kept of those that were overtaken by dropped sightings.
    private static let overtakenLimit = 64

    private struct State {
        var updates: [ScanUpdate] = []
        var start = 0
        var sightings = 0
        /// What the updates dropped from the front amounted to: told before the rest.
        var missed: UInt64 = 0
        var lost: UInt64 = 0
        var overtaken: [ScanUpdate] = []
        var end: Result<Void, LinkError>?
        var reader: CheckedContinuation<ScanUpdate?, any Error>?
        var isCongested = false

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
            while case .sightings(let more) = next, batch.count + more.count <= mergeLimit {
                batch += more
                _ = removeFirst()
            }
            return .sightings(batch)
        }

        private var next: ScanUpdate? { start < updates.count ? updates[start] : nil }

        /// Makes room by dropping the oldest update, keeping count of what it said.
        mutating func evict() -> Bool {
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
            if overtaken.count >= overtakenLimit { overtaken.removeFirst() }
            overtaken.append(update)
        }

        mutating func append(_ update: ScanUpdate) {
            if case .lost(let more) = update, start < updates.count, case .lost(let count) = updates.last {
                updates[updates.count - 1] = .lost(count + more)
                return
            }
            if case .sightings(let batch) = update { sightings += batch.count }
            updates.append(update)
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

    // Not `Mutex`: ThreadSanitizer does not see the lock of the standard library on Linux.
    private let state = NIOLockedValueBox(State())
    private let relieved: @Sendable () -> Void

    /// - Parameter relieved: Called, from any thread, when a congested buffer has been half emptied.
    init(relieved: @escaping @Sendable () -> Void) {
        self.relieved = relieved
    }

    /// Adds an update. Returns whether the buffer is congested and the source should pause.
    func append(_ update: ScanUpdate) -> Bool {
        let (reader, first, congested) = state.withLockedValue { state in
            guard state.end == nil else {
                return (nil as CheckedContinuation<ScanUpdate?, any Error>?, nil as ScanUpdate?, false)
            }
            state.append(update)
            while state.sightings > Self.capacity || state.updates.count - state.start > Self.updateLimit {
                guard state.evict() else { break }
            }
            if state.sightings > Self.capacity / 2 { state.isCongested = true }
            guard let reader = state.reader.take() else { return (nil, nil, state.isCongested) }
            return (reader, state.pop(), state.isCongested)
        }
        reader?.resume(returning: first)
        return congested
    }

    /// Ends the feed behind what it holds.
    func finish(_ end: Result<Void, LinkError>) {
        let reader = state.withLockedValue { state in
            if state.end == nil { state.end = end }
            return state.reader.take()
        }
        switch end {
        case .success: reader?.resume(returning: nil)
        case .failure(let error): reader?.resume(throwing: error)
        }
    }

    func next() async throws -> ScanUpdate? {
        let update = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<ScanUpdate?, any Error>) in
                take(continuation)
            }
        } onCancel: {
            state.withLockedValue { $0.reader.take() }?.resume(returning: nil)
        }
        let isRelieved = state.withLockedValue { state in
            guard state.isCongested, state.sightings < Self.capacity / 4 else { return false }
            state.isCongested = false
            return true
        }
        if isRelieved { relieved() }
        return update
    }

    private func take(_ continuation: CheckedContinuation<ScanUpdate?, any Error>) {
        enum Answer {
            case update(ScanUpdate)
            case ended(Result<Void, LinkError>)
            case wait
        }
        let answer: Answer = state.withLockedValue { state in
            if let update = state.pop() { return .update(update) }
            if let end = state.end { return .ended(end) }
            if Task.isCancelled { return .ended(.success(())) }
            // A second reader ends the first.
            state.reader.take()?.resume(returning: nil)
            state.reader = continuation
            return .wait
        }
        switch answer {
        case .update(let update): continuation.resume(returning: update)
        case .ended(.success): continuation.resume(returning: nil)
        case .ended(.failure(let error)): continuation.resume(throwing: error)
        case .wait: return
        }
    }
}

import Synchronization

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

    private struct State {
        var updates: [ScanUpdate] = []
        var start = 0
        var sightings = 0
        var missed: UInt64 = 0
        var end: Result<Void, LinkError>?
        var reader: CheckedContinuation<ScanUpdate?, any Error>?
        var isCongested = false

        mutating func pop() -> ScanUpdate? {
            if missed > 0 {
                defer { missed = 0 }
                return .missed(missed)
            }
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

    private let state = Mutex(State())
    private let relieved: @Sendable () -> Void

    /// - Parameter relieved: Called, from any thread, when a congested buffer has been half emptied.
    init(relieved: @escaping @Sendable () -> Void) {
        self.relieved = relieved
    }

    /// Adds an update. Returns whether the buffer is congested and the source should pause.
    func append(_ update: ScanUpdate) -> Bool {
        let (reader, first, congested) = state.withLock { state in
            guard state.end == nil else {
                return (nil as CheckedContinuation<ScanUpdate?, any Error>?, nil as ScanUpdate?, false)
            }
            if case .sightings(let batch) = update {
                while state.sightings + batch.count > Self.capacity, let dropped = state.pop() {
                    if case .sightings(let old) = dropped { state.missed += UInt64(old.count) }
                    if case .missed(let count) = dropped { state.missed += count }
                }
                state.sightings += batch.count
            }
            state.updates.append(update)
            if state.sightings > Self.capacity / 2 { state.isCongested = true }
            guard let reader = state.reader.take() else { return (nil, nil, state.isCongested) }
            return (reader, state.pop(), state.isCongested)
        }
        reader?.resume(returning: first)
        return congested
    }

    /// Ends the feed behind what it holds.
    func finish(_ end: Result<Void, LinkError>) {
        let reader = state.withLock { state in
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
            state.withLock { $0.reader.take() }?.resume(returning: nil)
        }
        let isRelieved = state.withLock { state in
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
        let answer: Answer = state.withLock { state in
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

import Concurrency

/// What lies between those who publish adverts and one reader.
final class AdvertQueue: Sendable {
    /// Adverts.
    static let capacity = AdvertSubscription.capacity
    /// From so many adverts on the publisher is asked to wait,
    static let congestion = capacity / 2
    /// until there are no more than so many: an eighth of the queue read in one pause.
    static let relief = capacity * 3 / 8
    /// A reader that was slow is waited for again once it has come down to so many.
    static let recovery = capacity / 4

    private struct Content: ReaderBacklog {
        var backlog = AdvertBacklog(capacity: AdvertQueue.capacity)
        /// It was waited for in vain.
        var isSlow = false
        /// Publishers that wait for this reader.
        var waiting: [Signal] = []

        mutating func pop() -> AdvertUpdate? {
            let update = backlog.pop()
            if isSlow, backlog.adverts < AdvertQueue.recovery { isSlow = false }
            if backlog.adverts <= AdvertQueue.relief { wake() }
            return update
        }

        mutating func wake() {
            for signal in waiting { signal.wake() }
            waiting = []
        }
    }

    private let queue = ReaderQueue(Content())

    // MARK: The publishers' side

    /// Adds a batch.
    ///
    /// - Returns: How many adverts the reader misses for it, and whether it is worth waiting for the reader.
    func append(_ batch: HeardAdverts) -> (missed: UInt64, isCongested: Bool) {
        queue.change { content in
            let missed = content.backlog.append(batch)
            return (missed, !content.isSlow && content.backlog.adverts > Self.congestion)
        } ?? (0, false)
    }

    /// Adds an update that is no advert. Returns how many adverts the reader misses for it.
    func tell(_ update: AdvertUpdate) -> UInt64 { queue.change { $0.backlog.tell(update) } ?? 0 }

    /// Whether a publisher has to go on waiting; if so `signal` is woken when it need not.
    func isCongested(waking signal: Signal) -> Bool {
        queue.change { content in
            guard !content.isSlow, content.backlog.adverts > Self.relief else { return false }
            if !content.waiting.contains(where: { $0 === signal }) { content.waiting.append(signal) }
            return true
        } ?? false
    }

    /// The wait is over. A reader that is still late is not waited for again until it has caught up.
    func endWait(of signal: Signal) {
        queue.look { content in
            guard content.waiting.contains(where: { $0 === signal }) else { return }
            content.isSlow = true
            content.wake()
        }
    }

    /// Ends it behind what it holds.
    func finish() { queue.finish { $0.wake() } }

    /// Ends it, and forgets what it holds.
    func cancel() {
        queue.finish { content in
            content.wake()
            content.backlog = AdvertBacklog(capacity: Self.capacity)
        }
    }

    // MARK: The reader's side

    /// The next update; nil at the end, or when the task is cancelled.
    func next() async -> AdvertUpdate? { await queue.next() }
}

import Concurrency

/// Queue of updates between the publishers of adverts and one reader.
final class AdvertQueue: Sendable {
    /// Largest number of adverts held.
    static let capacity = AdvertSubscription.capacity
    /// Number of adverts above which publishers wait for the reader.
    static let congestion = capacity / 2
    /// Number of adverts at which publishers stop waiting: the reader then has read an eighth of
    /// the queue in one pause.
    static let relief = capacity * 3 / 8
    /// Number of adverts below which publishers wait again for a reader that was slow.
    static let recovery = capacity / 4

    private struct Content: ReaderBacklog {
        var backlog = AdvertBacklog(capacity: AdvertQueue.capacity)
        /// Whether a publisher has waited for this reader in vain.
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
    /// - Returns: Number of adverts that the reader misses because of it, and whether to wait for
    ///   the reader.
    func append(_ batch: HeardAdverts) -> (missed: UInt64, isCongested: Bool) {
        queue.change { content in
            let missed = content.backlog.append(batch)
            return (missed, !content.isSlow && content.backlog.adverts > Self.congestion)
        } ?? (0, false)
    }

    /// Adds an update without adverts. Returns the number of adverts that the reader misses because
    /// of it.
    func tell(_ update: AdvertUpdate) -> UInt64 { queue.change { $0.backlog.tell(update) } ?? 0 }

    /// Returns whether a publisher has to keep waiting; if so, `signal` is woken when the wait is
    /// over.
    func isCongested(waking signal: Signal) -> Bool {
        queue.change { content in
            guard !content.isSlow, content.backlog.adverts > Self.relief else { return false }
            if !content.waiting.contains(where: { $0 === signal }) { content.waiting.append(signal) }
            return true
        } ?? false
    }

    /// Ends a wait. A reader that is still late is not waited for again until it has caught up.
    func endWait(of signal: Signal) {
        queue.look { content in
            guard content.waiting.contains(where: { $0 === signal }) else { return }
            content.isSlow = true
            content.wake()
        }
    }

    /// Ends the queue after the updates it holds.
    func finish() { queue.finish { $0.wake() } }

    /// Ends the queue and drops the updates it holds.
    func cancel() {
        queue.finish { content in
            content.wake()
            content.backlog = AdvertBacklog(capacity: Self.capacity)
        }
    }

    // MARK: The reader's side

    /// Returns the next update; nil at the end, or when the task is cancelled.
    func next() async -> AdvertUpdate? { await queue.next() }
}

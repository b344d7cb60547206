import NIOConcurrencyHelpers

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

    private struct State {
        var backlog = AdvertBacklog(capacity: AdvertQueue.capacity)
        var reader: CheckedContinuation<AdvertUpdate?, Never>?
        /// Nothing comes behind what it holds.
        var isFinished = false
        /// It was waited for in vain.
        var isSlow = false
        /// Publishers that wait for this reader.
        var waiting: [Signal] = []

        mutating func pop() -> (update: AdvertUpdate?, relieved: [Signal]) {
            let update = backlog.pop()
            if isSlow, backlog.adverts < AdvertQueue.recovery { isSlow = false }
            guard !waiting.isEmpty, backlog.adverts <= AdvertQueue.relief else { return (update, []) }
            defer { waiting = [] }
            return (update, waiting)
        }
    }

    private let state = NIOLockedValueBox(State())

    // MARK: The publishers' side

    /// Adds a batch.
    ///
    /// - Returns: How many adverts the reader misses for it, and whether it is worth waiting for the reader.
    func append(_ batch: AdvertBatch) -> (missed: UInt64, isCongested: Bool) {
        add { $0.backlog.append(batch) }
    }

    /// Adds an update that is no advert. Returns how many adverts the reader misses for it.
    func tell(_ update: AdvertUpdate) -> UInt64 {
        add { $0.backlog.tell(update) }.missed
    }

    private func add(_ body: (inout State) -> UInt64) -> (missed: UInt64, isCongested: Bool) {
        let (reader, first, missed, isCongested) = state.withLockedValue { state in
            guard !state.isFinished else {
                return (nil as CheckedContinuation<AdvertUpdate?, Never>?, nil as AdvertUpdate?, UInt64(0), false)
            }
            let missed = body(&state)
            guard let reader = state.reader.take() else {
                return (nil, nil, missed, !state.isSlow && state.backlog.adverts > Self.congestion)
            }
            return (reader, state.backlog.pop(), missed, false)
        }
        reader?.resume(returning: first)
        return (missed, isCongested)
    }

    /// Whether a publisher has to go on waiting; if so `signal` is woken when it need not.
    func isCongested(waking signal: Signal) -> Bool {
        state.withLockedValue { state in
            guard !state.isFinished, !state.isSlow, state.backlog.adverts > Self.relief else { return false }
            if !state.waiting.contains(where: { $0 === signal }) { state.waiting.append(signal) }
            return true
        }
    }

    /// The wait is over. A reader that is still late is not waited for again until it has caught up.
    func endWait(of signal: Signal) {
        let others = state.withLockedValue { state -> [Signal] in
            guard state.waiting.contains(where: { $0 === signal }) else { return [] }
            state.isSlow = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for other in others { other.wake() }
    }

    /// Ends it behind what it holds.
    func finish() {
        end { _ in }
    }

    /// Ends it, and forgets what it holds.
    func cancel() {
        end { $0.backlog = AdvertBacklog(capacity: Self.capacity) }
    }

    private func end(_ body: (inout State) -> Void) {
        let (reader, waiting) = state.withLockedValue { state in
            state.isFinished = true
            body(&state)
            defer { state.waiting = [] }
            return (state.reader.take(), state.waiting)
        }
        reader?.resume(returning: nil)
        for signal in waiting { signal.wake() }
    }

    // MARK: The reader's side

    /// The next update; nil at the end, or when the task is cancelled.
    func next() async -> AdvertUpdate? {
        if Task.isCancelled { return nil }
        let (update, relieved) = state.withLockedValue { $0.pop() }
        for signal in relieved { signal.wake() }
        if let update { return update }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { take($0) }
        } onCancel: {
            state.withLockedValue { $0.reader.take() }?.resume(returning: nil)
        }
    }

    private func take(_ continuation: CheckedContinuation<AdvertUpdate?, Never>) {
        var displaced: CheckedContinuation<AdvertUpdate?, Never>?
        let answer: (update: AdvertUpdate?, relieved: [Signal])? = state.withLockedValue { state in
            let popped = state.pop()
            if popped.update != nil || state.isFinished || Task.isCancelled { return popped }
            // A second reader ends the first.
            displaced = state.reader.take()
            state.reader = continuation
            return nil
        }
        displaced?.resume(returning: nil)
        guard let answer else { return }
        for signal in answer.relieved { signal.wake() }
        continuation.resume(returning: answer.update)
    }
}

import NIOConcurrencyHelpers

/// Updates that a ``ReaderQueue`` holds for its reader. The backlog keeps itself within its bounds
/// and counts the updates it drops.
public protocol ReaderBacklog: Sendable {
    associatedtype Update: Sendable
    /// Removes and returns the next update; nil if there is none.
    mutating func pop() -> Update?
}

/// A queue with many writers and one reader. Writers never wait for the reader.
public final class ReaderQueue<Backlog: ReaderBacklog>: Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var backlog: Backlog
        /// Whether no more updates will be added.
        @usableFromInline var isFinished = false
        /// Whether a writer changed the backlog since the reader last found it empty.
        @usableFromInline var isChanged = false
        /// The waiting reader. It is resumed with true to look again, or with false if another
        /// reader displaced it.
        @usableFromInline var reader: CheckedContinuation<Bool, Never>?

        @usableFromInline
        init(backlog: Backlog) {
            self.backlog = backlog
        }
    }

    // Not `Mutex`: ThreadSanitizer does not see the lock of the standard library on Linux.
    @usableFromInline let state: NIOLockedValueBox<State>

    public init(_ backlog: Backlog) {
        state = NIOLockedValueBox(State(backlog: backlog))
    }

    // MARK: Writers

    /// Changes the backlog and wakes the reader. Once the queue is finished, does nothing and
    /// returns nil.
    @inlinable
    @discardableResult
    public func change<Value>(_ body: (inout Backlog) -> Value) -> Value? {
        let (value, reader) = state.withLockedValue { state -> (Value?, CheckedContinuation<Bool, Never>?) in
            guard !state.isFinished else { return (nil, nil) }
            state.isChanged = true
            return (body(&state.backlog), state.reader.take())
        }
        reader?.resume(returning: true)
        return value
    }

    /// Returns the result of `body` on the backlog, also after the queue is finished. Does not wake
    /// the reader.
    @inlinable
    public func look<Value>(_ body: (inout Backlog) -> Value) -> Value {
        state.withLockedValue { body(&$0.backlog) }
    }

    /// Whether no more updates will be added.
    public var isFinished: Bool { state.withLockedValue(\.isFinished) }

    /// Finishes the queue. The reader still gets the updates it holds.
    ///
    /// - Parameter body: Changes the backlog, for example by emptying it. It also runs if the queue
    ///   was already finished.
    public func finish(_ body: (inout Backlog) -> Void = { _ in }) {
        let reader = state.withLockedValue { state in
            body(&state.backlog)
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: true)
    }

    // MARK: The reader

    /// Returns the next update, or nil if there is none now.
    public func poll() -> Backlog.Update? {
        state.withLockedValue { $0.backlog.pop() }
    }

    /// Waits for the next update. Returns nil at the end, when the task is cancelled, and if
    /// another reader displaces this one.
    public func next() async -> Backlog.Update? {
        while !Task.isCancelled {
            let (update, isFinished) = state.withLockedValue { state in
                state.isChanged = false
                return (state.backlog.pop(), state.isFinished)
            }
            if let update { return update }
            if isFinished { return nil }
            guard await wait() else { return nil }
        }
        return nil
    }

    /// Waits until the queue is changed or finished. Returns false if another reader displaced this
    /// one.
    private func wait() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (displaced, looksAgain) = state.withLockedValue { state in
                    let displaced = state.reader.take()
                    if state.isChanged || state.isFinished || Task.isCancelled { return (displaced, true) }
                    state.reader = continuation
                    return (displaced, false)
                }
                displaced?.resume(returning: false)
                if looksAgain { continuation.resume(returning: true) }
            }
        } onCancel: {
            state.withLockedValue { $0.reader.take() }?.resume(returning: true)
        }
    }
}

import NIOConcurrencyHelpers

/// What a ``ReaderQueue`` holds for its reader. It keeps itself within its bounds, and counts what it drops.
public protocol ReaderBacklog: Sendable {
    associatedtype Update: Sendable
    /// Takes the next update out; nil where there is none.
    mutating func pop() -> Update?
}

/// A queue with many writers and one reader. Writers never wait for the reader.
public final class ReaderQueue<Backlog: ReaderBacklog>: Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var backlog: Backlog
        /// Nothing comes behind what it holds.
        @usableFromInline var isFinished = false
        /// Whether it was changed since the reader last found nothing.
        @usableFromInline var isChanged = false
        /// Resumed with whether to look again.
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

    /// Changes what it holds, and wakes the reader. Does nothing, and returns nil, once it is finished.
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

    /// What `body` makes of what it holds, finished or not. The reader is not woken.
    @inlinable
    public func look<Value>(_ body: (inout Backlog) -> Value) -> Value {
        state.withLockedValue { body(&$0.backlog) }
    }

    /// Whether nothing comes behind what it holds.
    public var isFinished: Bool { state.withLockedValue(\.isFinished) }

    /// Ends it behind what it holds.
    ///
    /// - Parameter body: Changes what it holds, such as to nothing; called also where it had ended.
    public func finish(_ body: (inout Backlog) -> Void = { _ in }) {
        let reader = state.withLockedValue { state in
            body(&state.backlog)
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: true)
    }

    // MARK: The reader

    /// The next update, if there is one now.
    public func poll() -> Backlog.Update? {
        state.withLockedValue { $0.backlog.pop() }
    }

    /// The next update; nil at the end, when the task is cancelled, and for a reader that another one displaces.
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

    /// Waits until it is changed or finished. Returns false for a reader that was displaced.
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

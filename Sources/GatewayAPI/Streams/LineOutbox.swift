import NIOConcurrencyHelpers
import NIOCore

/// What a stream has to write and has not written yet. Those who put lines in wait while it is full; the one who writes
/// takes everything at once, so that lines go out together when they come fast and alone when they do not.
final class LineOutbox: Sendable {
    /// Bytes. One push may go past it.
    static let capacity = 64 * 1024

    private struct State {
        var queued: [ByteBuffer] = []
        var bytes = 0
        /// Nothing is put in any more; what is in it still goes out.
        var isFinished = false
        /// Nobody takes anything any more.
        var isClosed = false
        var lastPush = ContinuousClock.now
        var taker: CheckedContinuation<Void, Never>?
        var pushers: [CheckedContinuation<Void, Never>] = []

        var isFull: Bool { bytes >= LineOutbox.capacity && !isFinished && !isClosed }
    }

    private let state = NIOLockedValueBox(State())

    /// Puts lines in, when there is room. Does nothing once it is finished or closed.
    ///
    /// - Returns: Whether it is still open.
    @discardableResult
    func push(_ buffer: ByteBuffer) async -> Bool {
        guard buffer.readableBytes > 0 else { return true }
        while state.withLockedValue({ $0.isFull }) { await waitForRoom() }
        let (isOpen, taker) = state.withLockedValue { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard !state.isFinished, !state.isClosed else { return (false, nil) }
            state.queued.append(buffer)
            state.bytes += buffer.readableBytes
            state.lastPush = .now
            return (true, state.taker.take())
        }
        taker?.resume()
        return isOpen
    }

    /// Everything that is in it, as soon as that is anything; nil when it is finished and empty, or closed.
    func take() async -> [ByteBuffer]? {
        while true {
            let (taken, pushers, isOver) = state.withLockedValue {
                state -> ([ByteBuffer], [CheckedContinuation<Void, Never>], Bool) in
                if state.isClosed { return ([], [], true) }
                defer {
                    state.queued = []
                    state.bytes = 0
                    state.pushers = []
                }
                return (state.queued, state.pushers, state.queued.isEmpty && state.isFinished)
            }
            for pusher in pushers { pusher.resume() }
            if !taken.isEmpty { return taken }
            if isOver { return nil }
            await waitForLines()
        }
    }

    /// Lets what is in it go out, then ends it.
    func finish() { end { $0.isFinished = true } }

    /// Ends it at once.
    func close() {
        end {
            $0.isClosed = true
            $0.queued = []
        }
    }

    /// Whether it was ended at once, so that something in it may not have gone out.
    var isClosed: Bool { state.withLockedValue { $0.isClosed } }

    /// How long nothing has been put in.
    var silence: Duration { state.withLockedValue { .now - $0.lastPush } }

    // MARK: Inside

    private func end(_ change: (inout State) -> Void) {
        let waiting = state.withLockedValue { state -> [CheckedContinuation<Void, Never>] in
            change(&state)
            defer { state.pushers = [] }
            return state.pushers + [state.taker.take()].compactMap { $0 }
        }
        for continuation in waiting { continuation.resume() }
    }

    private func waitForRoom() async {
        await wait { state, continuation in
            guard state.isFull else { return false }
            state.pushers.append(continuation)
            return true
        }
    }

    private func waitForLines() async {
        await wait { state, continuation in
            guard state.queued.isEmpty, !state.isFinished, !state.isClosed else { return false }
            state.taker = continuation
            return true
        }
    }

    /// Waits for ``end(_:)``, a push or a take. Cancelling either side is the end of both.
    private func wait(_ enqueue: (inout State, CheckedContinuation<Void, Never>) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if !state.withLockedValue({ enqueue(&$0, continuation) }) { continuation.resume() }
            }
        } onCancel: {
            close()
        }
    }
}

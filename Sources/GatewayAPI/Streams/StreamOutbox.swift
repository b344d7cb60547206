import Concurrency
import NIOCore

/// Pieces of a stream, such as lines, that are not yet written. Producers wait while it is full. The
/// writer takes everything at once, so that pieces go out together when they come fast, and singly
/// when they do not.
final class StreamOutbox: Sendable {
    /// Capacity in bytes; a single push may exceed it.
    static let capacity = 64 * 1024

    private struct Content: ReaderBacklog {
        var queued: [ByteBuffer] = []
        var bytes = 0
        /// True after ``close()``: the writer takes nothing any more.
        var isClosed = false
        var lastPush = ContinuousClock.now
        var waiting: [Signal] = []

        mutating func pop() -> [ByteBuffer]? {
            wake()
            guard !queued.isEmpty else { return nil }
            defer {
                queued = []
                bytes = 0
            }
            return queued
        }

        mutating func wake() {
            for signal in waiting { signal.wake() }
            waiting = []
        }
    }

    private let queue = ReaderQueue(Content())

    /// Adds lines, after waiting for room. Does nothing if the outbox is finished or closed.
    ///
    /// - Returns: Whether the outbox is still open.
    @discardableResult
    func push(_ buffer: ByteBuffer) async -> Bool {
        guard buffer.readableBytes > 0 else { return true }
        while true {
            let full: Signal?? = queue.change { content in
                guard content.bytes < StreamOutbox.capacity else {
                    let signal = Signal()
                    content.waiting.append(signal)
                    return signal
                }
                content.queued.append(buffer)
                content.bytes += buffer.readableBytes
                content.lastPush = .now
                return nil
            }
            guard let full else { return false }
            guard let signal = full else { return true }
            await signal.wait()
            // Cancelling the producer or the writer ends both.
            if Task.isCancelled, !queue.isFinished { close() }
        }
    }

    /// Waits for lines and returns all of them; nil if the outbox is closed, or finished and empty.
    func take() async -> [ByteBuffer]? {
        if let taken = queue.poll() { return taken }
        let taken = await queue.next()
        if taken == nil, Task.isCancelled, !queue.isFinished { close() }
        return taken
    }

    /// Ends the outbox after its lines have been taken.
    func finish() { queue.finish { $0.wake() } }

    /// Ends the outbox at once; its lines are dropped.
    func close() {
        queue.finish { content in
            content.isClosed = true
            content.queued = []
            content.wake()
        }
    }

    /// Whether the outbox was ended at once, so that lines may have been dropped.
    var isClosed: Bool { queue.look { $0.isClosed } }

    /// Time since the last push.
    var silence: Duration { queue.look { .now - $0.lastPush } }
}

import Concurrency
import NIOCore

/// What a stream has to write and has not written yet. Those who put lines in wait while it is full; the one who writes
/// takes everything at once, so that lines go out together when they come fast and alone when they do not.
final class LineOutbox: Sendable {
    /// Bytes. One push may go past it.
    static let capacity = 64 * 1024

    private struct Content: ReaderBacklog {
        var queued: [ByteBuffer] = []
        var bytes = 0
        /// Nobody takes anything any more.
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

    /// Puts lines in, when there is room. Does nothing once it is finished or closed.
    ///
    /// - Returns: Whether it is still open.
    @discardableResult
    func push(_ buffer: ByteBuffer) async -> Bool {
        guard buffer.readableBytes > 0 else { return true }
        while true {
            let full: Signal?? = queue.change { content in
                guard content.bytes < LineOutbox.capacity else {
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
            // Cancelling either side is the end of both.
            if Task.isCancelled, !queue.isFinished { close() }
        }
    }

    /// Everything that is in it, as soon as that is anything; nil when it is finished and empty, or closed.
    func take() async -> [ByteBuffer]? {
        if let taken = queue.poll() { return taken }
        let taken = await queue.next()
        if taken == nil, Task.isCancelled, !queue.isFinished { close() }
        return taken
    }

    /// Lets what is in it go out, then ends it.
    func finish() { queue.finish { $0.wake() } }

    /// Ends it at once.
    func close() {
        queue.finish { content in
            content.isClosed = true
            content.queued = []
            content.wake()
        }
    }

    /// Whether it was ended at once, so that something in it may not have gone out.
    var isClosed: Bool { queue.look { $0.isClosed } }

    /// How long nothing has been put in.
    var silence: Duration { queue.look { .now - $0.lastPush } }
}

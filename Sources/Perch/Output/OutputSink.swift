import Foundation
import Glibc

/// Writes bytes to a descriptor on a thread of its own, so that a slow reader never blocks the
/// verb's tasks.
///
/// Under load it writes large pieces; bytes that have waited for 50 ms are written even if they are
/// few.
final class OutputSink: @unchecked Sendable {
    // The state below is accessed only with `condition` locked, which makes the class Sendable.
    private static let pieceBytes = 64 * 1024
    private static let limitBytes = 8 * 1024 * 1024
    private static let longestWait: TimeInterval = 0.05
    private static let longestDrain: TimeInterval = 0.2

    private let descriptor: CInt
    private let condition = NSCondition()
    private let finished = DispatchSemaphore(value: 0)
    private var waiting: [UInt8] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var flushers: [CheckedContinuation<Void, Never>] = []
    /// Number of threads that wait in ``drain()``.
    private var drains = 0
    /// Whether a piece is being written.
    private var isWriting = false
    private var isClosing = false
    private var failure: CInt?
    private let onFailure: @Sendable () -> Void

    /// - Parameters:
    ///   - descriptor: The descriptor, which the caller continues to own.
    ///   - onFailure: Called once, when nothing more can be written.
    init(descriptor: CInt = STDOUT_FILENO, onFailure: @escaping @Sendable () -> Void = {}) {
        self.descriptor = descriptor
        self.onFailure = onFailure
        let thread = Thread { [self] in run() }
        thread.name = "output"
        thread.start()
    }

    /// Queues bytes, and waits while the reader is 8 MiB behind. After a failure, bytes are
    /// dropped.
    func write(_ bytes: [UInt8]) async {
        guard !bytes.isEmpty else { return }
        await withCheckedContinuation { continuation in
            condition.lock()
            defer { condition.unlock() }
            guard failure == nil else { return continuation.resume() }
            waiting += bytes
            if waiting.count >= OutputSink.pieceBytes { condition.signal() }
            if waiting.count >= OutputSink.limitBytes {
                waiters.append(continuation)
            } else {
                continuation.resume()
            }
        }
    }

    /// Waits until all queued bytes are written, or writing has failed.
    func flush() async {
        await withCheckedContinuation { continuation in
            condition.lock()
            defer { condition.unlock() }
            guard failure == nil, isWriting || !waiting.isEmpty else { return continuation.resume() }
            flushers.append(continuation)
            condition.signal()
        }
    }

    /// Waits until all queued bytes are written, for at most 0.2 s, since the reader may have
    /// paused.
    func drain() {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: OutputSink.longestDrain)
        drains += 1
        defer { drains -= 1 }
        condition.broadcast()
        while failure == nil, isWriting || !waiting.isEmpty, condition.wait(until: end) {}
    }

    /// Writes the rest and ends the thread.
    ///
    /// - Returns: The errno of a failure; nil where everything was written.
    func close() -> CInt? {
        condition.lock()
        let isFirst = !isClosing
        isClosing = true
        condition.signal()
        condition.unlock()
        if isFirst { finished.wait() }
        condition.lock()
        defer { condition.unlock() }
        return failure
    }

    private func run() {
        var piece: [UInt8] = []
        while next(&piece) {
            let code = OutputSink.write(piece, to: descriptor)
            guard code == 0 else {
                fail(code)
                break
            }
            wrote()
        }
        finished.signal()
    }

    /// Waits for a piece that should be written now. Returns false once there will be none.
    private func next(_ piece: inout [UInt8]) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while !isClosing, waiting.count < OutputSink.pieceBytes, waiting.isEmpty || flushers.isEmpty && drains == 0 {
            let isLate = !condition.wait(until: Date(timeIntervalSinceNow: OutputSink.longestWait))
            if isLate && !waiting.isEmpty { break }
        }
        guard !waiting.isEmpty else { return false }
        piece.removeAll(keepingCapacity: true)
        swap(&piece, &waiting)
        isWriting = true
        release()
        return true
    }

    private func wrote() {
        condition.lock()
        isWriting = false
        if waiting.isEmpty { releaseFlushers() }
        if drains > 0 { condition.broadcast() }
        condition.unlock()
    }

    private func fail(_ code: CInt) {
        condition.lock()
        failure = code
        (waiting, isWriting) = ([], false)
        release()
        releaseFlushers()
        condition.unlock()
        onFailure()
    }

    private func release() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    private func releaseFlushers() {
        for flusher in flushers { flusher.resume() }
        flushers = []
    }

    /// - Returns: The errno of a failure; 0 for success.
    private static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress(in: buffer), rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    // Another process made the descriptor non-blocking, as all users of a terminal
                    // can.
                    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&entry, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate func baseAddress(in buffer: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        buffer.baseAddress?.advanced(by: startIndex)
    }
}

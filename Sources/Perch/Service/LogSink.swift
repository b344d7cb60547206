import Dispatch
import Glibc
import Logging
import Synchronization

/// Writes lines of the log to a descriptor on a queue of its own, so that a stalled reader does not
/// stall the gateway.
///
/// Holds at most ``limit`` lines; further ones are dropped and counted, and the count is written as
/// soon as there is room.
final class LogSink: Sendable {
    static let limit = 1024

    let format: LogFormat
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "log")
    private let state = Mutex((waiting: 0, dropped: 0))

    /// - Parameter descriptor: The descriptor, which the caller continues to own.
    init(format: LogFormat, descriptor: Int32 = STDERR_FILENO) {
        self.format = format
        self.descriptor = descriptor
    }

    func write(_ line: String) {
        let hasRoom = state.withLock { state in
            guard state.waiting < LogSink.limit else {
                state.dropped += 1
                return false
            }
            state.waiting += 1
            return true
        }
        guard hasRoom else { return }
        queue.async { [self] in
            put(line)
            let dropped = state.withLock { state in
                state.waiting -= 1
                defer { state.dropped = 0 }
                return state.dropped
            }
            if dropped > 0 { put(format.line(.warning, "\(dropped) lines of this log were dropped here.")) }
        }
    }

    /// Waits until everything is written, or the time is over.
    func flush(atMost limit: Duration = .seconds(1)) {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        _ = isDone.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1))))
    }

    private func put(_ line: String) {
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process made the descriptor non-blocking, as all users of a terminal can.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            } else if errno != EINTR {
                // The error cannot be reported in any other way.
                return
            }
        }
    }
}

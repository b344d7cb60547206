import DongleProtocol
import Foundation

/// A host that opens a dongle's port like any other program.
final class PtyHost {
    let descriptor: Int32
    var frames = HostFrames()
    private(set) var received = 0

    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if !wait(for: POLLOUT, until: .now + .seconds(5)) {
                return
            }
        }
    }

    /// Reads until a condition holds.
    ///
    /// - Returns: Whether it held before the limit, and before the port hung up.
    @discardableResult
    func read(for limit: Duration = .seconds(10), until isDone: (HostFrames) -> Bool) -> Bool {
        let end = ContinuousClock.now + limit
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !isDone(frames) {
            guard wait(for: POLLIN, until: end) else { return false }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return false }
            received += count
            buffer.withUnsafeBytes { frames.receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        return true
    }

    /// Sends a greeting every 250 ms, since one can be lost.
    func startSession() throws -> HelloReply {
        let known = frames.frames.count
        for _ in 0..<40 {
            send(frames.hello())
            var reply: HostFrames.Frame?
            read(for: .milliseconds(250)) { frames in
                reply = frames.frames.dropFirst(known).first { $0.header.operation == .hello }
                return reply != nil
            }
            if let reply { return try HelloReply(decoding: reply.payload) }
        }
        throw HostFault.unanswered
    }

    func answer<R: Request>(to request: R) throws -> R.Answer {
        let (id, bytes) = frames.request(request)
        send(bytes)
        read { $0.response(to: id) != nil }
        guard let (status, rest) = frames.response(to: id) else { throw HostFault.unanswered }
        guard status == .ok else { throw HostFault.refused(status) }
        return try R.Answer(decoding: rest)
    }

    /// Returns whether the other end is gone.
    func hasHungUp() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            guard wait(for: POLLIN, until: .now + .seconds(5)) else { return false }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count <= 0 else { continue }
            return count == 0 || errno == EIO
        }
    }

    private func wait(for events: Int32, until end: ContinuousClock.Instant) -> Bool {
        var descriptors = [pollfd(fd: descriptor, events: Int16(events), revents: 0)]
        let left = (end - .now).components
        return poll(
            &descriptors, 1, max(0, Int32(left.seconds) * 1000 + Int32(left.attoseconds / 1_000_000_000_000_000)))
            > 0
    }
}

import Dispatch
import Glibc
import Testing

/// A connection whose bytes the test sends and reads itself.
final class RawClient: Sendable {
    /// The server has closed the connection.
    struct Closed: Error {}

    private let descriptor: CInt

    /// Connects to a unix socket.
    init(socket path: String) throws {
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(outcome == 0, "connect: \(String(cString: strerror(errno)))")
    }

    /// Connects to a port of 127.0.0.1.
    init(port: Int) async throws {
        descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(outcome == 0 || errno == EINPROGRESS)
        try #require(await isReady(for: Int16(POLLOUT), within: .seconds(20)), "not connected within 20 s")
    }

    deinit { close(descriptor) }

    /// Requests `target` from a server, and reads nothing yet.
    static func get(_ target: String, _ server: TestServer, accept: String? = nil) async throws -> RawClient {
        let client = try RawClient(socket: server.addresses.socket)
        let field = accept.map { "Accept: \($0)\r\n" } ?? ""
        try await client.send("GET \(target) HTTP/1.1\r\nHost: p\r\n\(field)\r\n")
        return client
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                guard errno == EAGAIN else { throw Closed() }
                try Task.checkCancellation()
                _ = await isReady(for: Int16(POLLOUT), within: .seconds(1))
            }
        }
    }

    /// Reads until `isEnough` or the end, and returns whether it was the end.
    func read(
        within limit: Duration = .seconds(20), until isEnough: (String) -> Bool = { _ in false }
    ) async throws -> (text: String, isEnd: Bool) {
        let deadline = ContinuousClock.now + limit
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while ContinuousClock.now < deadline {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer[..<count]
            } else if count == 0 || errno != EAGAIN {
                return (String(decoding: bytes, as: UTF8.self), true)
            } else {
                try Task.checkCancellation()
                _ = await isReady(for: Int16(POLLIN), within: min(.seconds(1), deadline - .now))
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if isEnough(text) { return (text, false) }
        }
        return (String(decoding: bytes, as: UTF8.self), false)
    }

    /// Breaks the connection without notice.
    func vanish() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Closes the sending side; reading still works.
    func stopSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits on a thread that may block. Returns whether the connection can be read or written
    /// within `limit`.
    private func isReady(for events: Int16, within limit: Duration) async -> Bool {
        let milliseconds = CInt(clamping: Int64(limit / .milliseconds(1)))
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [descriptor] in
                var entry = pollfd(fd: descriptor, events: events, revents: 0)
                continuation.resume(returning: poll(&entry, 1, max(0, milliseconds)) > 0)
            }
        }
    }
}

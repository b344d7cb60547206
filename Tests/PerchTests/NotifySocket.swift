import Foundation
import Glibc
import Testing

/// A datagram socket like that of a service manager.
final class NotifySocket: Sendable {
    /// Name in the form of `NOTIFY_SOCKET`.
    let name: String
    private let descriptor: Int32

    init(isAbstract: Bool = false) throws {
        name = isAbstract ? "@perch-tests-\(UUID())" : "/tmp/perch-notify-\(UUID())"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        let text = Array(name.utf8)
        let bytes: [UInt8] = isAbstract ? [0] + text.dropFirst() : text + [0]
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sa_family_t>.size + bytes.count))
            }
        }
        try #require(bound == 0)
    }

    deinit {
        close(descriptor)
        if name.hasPrefix("/") { unlink(name) }
    }

    /// Returns the next message; nil if none comes in time.
    func receive(within seconds: Int = 20) async -> String? {
        await withCheckedContinuation { continuation in
            // Runs on another thread, since it blocks.
            DispatchQueue.global().async { [descriptor] in
                var limit = timeval(tv_sec: seconds, tv_usec: seconds == 0 ? 1 : 0)
                setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                continuation.resume(returning: count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil)
            }
        }
    }

    /// Sends until the socket takes no more messages, and returns their number.
    func fill() -> Int {
        let text = Array(name.utf8) + [0]
        let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(sender) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: text) }
        var sent = 0
        while sent < 10_000 {
            let count = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(sender, "x", 1, Int32(MSG_DONTWAIT), $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            guard count == 1 else { break }
            sent += 1
        }
        return sent
    }
}

import Glibc

/// The service manager that started this process and expects reports on its state.
///
/// Source: sd_notify(3), sd_watchdog_enabled(3).
struct ServiceManager: Sendable {
    /// Most attempts to send while the socket is full, 50 ms apart.
    private static let tries = 20

    /// Address in the form of `sun_path`: a path with its zero byte, or a zero byte and an abstract
    /// name.
    private let address: [UInt8]
    /// Longest time that the service manager waits for a sign of life; nil where it expects none.
    let watchdog: Duration?

    /// Returns nil where no service manager expects reports, or it uses a socket of a kind other
    /// than unix.
    init?(environment: [String: String], processID: Int32 = getpid()) {
        let text = Array((environment["NOTIFY_SOCKET"] ?? "").utf8)
        switch text.first {
        case UInt8(ascii: "/"): address = text + [0]
        case UInt8(ascii: "@"): address = [0] + text.dropFirst()
        default: return nil
        }
        guard address.count > 1, address.count <= MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
        let isMeant = environment["WATCHDOG_PID"].map { $0 == String(processID) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { UInt32($0) } ?? 0
        watchdog = isMeant && microseconds > 0 ? .microseconds(Int64(microseconds)) : nil
    }

    /// Sends assignments such as `READY=1`, all in one datagram.
    ///
    /// - Returns: The errno of a failure; 0 for success.
    @discardableResult
    func tell(_ assignments: String...) async -> Int32 {
        let message = Array(assignments.joined(separator: "\n").utf8)
        for _ in 1..<ServiceManager.tries {
            let code = send(message)
            guard code == EAGAIN else { return code }
            do { try await Task.sleep(for: .milliseconds(50)) } catch { break }
        }
        return send(message)
    }

    private func send(_ message: [UInt8]) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address) }
        // An abstract name ends with the address's length, not with a zero byte.
        let length = MemoryLayout.size(ofValue: name.sun_family) + address.count
        let sent = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    descriptor, message, message.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0,
                    socklen_t(length))
            }
        }
        return sent == message.count ? 0 : errno
    }
}

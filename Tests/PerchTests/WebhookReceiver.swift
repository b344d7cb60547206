import TestSupport
import Foundation
import Glibc
import Synchronization
import Testing

/// Receives webhooks on a free port of this machine, one after another, and answers as a test says.
final class WebhookReceiver: Sendable {
    struct Request: Sendable {
        /// Header fields, with names in lowercase.
        let headers: [String: String]
        let body: Data

        var id: String { headers["webhook-id"] ?? "" }
    }

    private struct State {
        var requests: [Request] = []
        /// HTTP status of the answers; nil = no answer.
        var status: Int?
    }

    private let descriptor: Int32
    private let port: UInt16
    private let state: Mutex<State>

    /// - Parameter status: HTTP status of the answers; nil = no answer, ever.
    init(status: Int?) throws {
        state = Mutex(State(status: status))
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (bound, named) = withUnsafeMutablePointer(to: &address) { [descriptor] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                (bind(descriptor, $0, length), getsockname(descriptor, $0, &length))
            }
        }
        try #require(bound == 0 && named == 0 && listen(descriptor, 8) == 0)
        port = UInt16(bigEndian: address.sin_port)
        guard status != nil else { return }
        Thread.detachNewThread { [weak self, descriptor] in
            // The loop ends when the receiver shuts the socket down.
            while case let connection = accept(descriptor, nil, nil), connection >= 0 {
                self?.serve(connection)
                close(connection)
            }
            close(descriptor)
        }
    }

    deinit {
        let isServing = state.withLock { $0.status != nil }
        shutdown(descriptor, Int32(SHUT_RDWR))
        if !isServing { close(descriptor) }
    }

    /// Contains a path, which may be a secret.
    var url: String { "\(origin)/hook/secret" }
    var origin: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { state.withLock(\.requests) }

    func answer(_ status: Int) { state.withLock { $0.status = status } }

    /// Waits until `count` requests have come.
    func wait(for count: Int) async throws {
        await eventually("\(count) requests have come") { requests.count >= count }
    }

    private func serve(_ connection: Int32) {
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { return }
            bytes += buffer[..<count]
            guard let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
            var headers: [String: String] = [:]
            for line in String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
            }
            let body = bytes[end.upperBound...]
            guard body.count >= Int(headers["content-length"] ?? "") ?? 0 else { continue }
            let status = state.withLock {
                $0.requests.append(Request(headers: headers, body: Data(body)))
                return $0.status ?? 500
            }
            let answer = "HTTP/1.1 \(status) Answer\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            _ = answer.utf8CString.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count - 1, Int32(MSG_NOSIGNAL))
            }
            return
        }
    }
}

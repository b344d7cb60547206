import Foundation
import Glibc
import Synchronization
import Testing

/// A server on a unix socket that answers every request with bytes given by the test, valid or not.
final class CannedServer: Sendable {
    enum Step: Sendable {
        case bytes([UInt8])
        /// Waits until the server stops.
        case silence

        static func text(_ text: String) -> Step { .bytes(Array(text.utf8)) }
    }

    let path: String
    private let descriptor: Int32
    private let answer: @Sendable (_ request: String) -> [Step]
    private let received = Mutex<[String]>([])
    private let connections = Mutex<Set<Int32>>([])
    private let isStopped = Atomic(false)

    /// Requests received so far, head and body.
    var requests: [String] { received.withLock { $0 } }

    /// After the last step of an answer the server closes the connection.
    init(_ answer: @escaping @Sendable (_ request: String) -> [Step]) throws {
        self.answer = answer
        path = "/tmp/perch-canned-\(UUID().uuidString.prefix(8)).sock"
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 16) == 0)
        Thread.detachNewThread { [self] in accept() }
    }

    convenience init(_ steps: Step...) throws {
        try self.init { _ in steps }
    }

    /// Ends every connection. To be called at the end of the test.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        shutdown(descriptor, Int32(SHUT_RDWR))
        for connection in connections.withLock({ $0 }) { shutdown(connection, Int32(SHUT_RDWR)) }
        unlink(path)
    }

    /// A complete answer with a JSON body.
    static func json(
        _ body: String, status: String = "200 OK", type: String = "application/json", api: String? = "1"
    ) -> Step {
        let version = api.map { "Perch-API: \($0)\r\nPerch-Version: 9.8.7\r\n" } ?? ""
        return .text(
            "HTTP/1.1 \(status)\r\n\(version)Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    /// The head of a stream, whose body ends with the connection.
    static let streamHead = Step.text(
        "HTTP/1.1 200 OK\r\nPerch-API: 1\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n")

    static func chunk(_ text: String) -> Step {
        .text(String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n")
    }

    static let lastChunk = Step.text("0\r\n\r\n")

    private func accept() {
        while !isStopped.load(ordering: .acquiring) {
            let connection = Glibc.accept(descriptor, nil, nil)
            guard connection >= 0 else { break }
            connections.withLock { _ = $0.insert(connection) }
            Thread.detachNewThread { [self] in serve(connection) }
        }
        close(descriptor)
    }

    private func serve(_ connection: Int32) {
        defer {
            connections.withLock { _ = $0.remove(connection) }
            close(connection)
        }
        guard let request = read(connection) else { return }
        received.withLock { $0.append(request) }
        for step in answer(request) {
            switch step {
            case .bytes(let bytes):
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes {
                        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { return }
                    rest = rest.dropFirst(count)
                }
            case .silence:
                // Ends with the connection, whichever side closes it.
                var byte: UInt8 = 0
                _ = Glibc.read(connection, &byte, 1)
            }
        }
    }

    private func read(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(connection, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let length = text[..<end.lowerBound].lowercased().split(separator: "\r\n")
                .first { $0.hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(15).filter(\.isNumber)) }
            if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
        }
    }
}

import DevBackend
import Foundation
import Glibc
import NIOConcurrencyHelpers

/// Passes requests on to a server that may be killed and started again, and calls a hook for each.
///
/// Requests and answers must have `Content-Length` or no body. Each connection has a thread.
final class Relay: Sendable {
    /// Called before a request is passed on, and before its answer is. If it throws, both
    /// connections are closed.
    typealias Watch = @Sendable (_ path: String, _ moment: DevBackend.RequestMoment) throws -> Void

    let port: UInt16
    private let listener: Int32
    private let watch: Watch
    /// Port of the server; nil = it does not run.
    private let target = NIOLockedValueBox<UInt16?>(nil)

    init(_ watch: @escaping Watch) throws {
        self.watch = watch
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Relay.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(listener, name, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, name, &length) == 0
            }
        }
        guard code else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        port = address.sin_port.bigEndian
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { [self] in serve(client) }
            }
        }
    }

    func aim(at port: UInt16?) { target.withLockedValue { $0 = port } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func serve(_ client: Int32) {
        defer { close(client) }
        guard let server = connected() else { return }
        defer { close(server) }
        while let request = Relay.message(from: client) {
            let path = Relay.path(of: request)
            do { try watch(path, .arrived) } catch { return }
            guard Relay.send(request, to: server), let answer = Relay.message(from: server) else { return }
            do { try watch(path, .carriedOut) } catch { return }
            guard Relay.send(answer, to: client) else { return }
        }
    }

    private func connected() -> Int32? {
        guard let port = target.withLockedValue({ $0 }) else { return nil }
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Relay.loopback(port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            close(server)
            return nil
        }
        return server
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Returns a request or an answer as a whole; nil at the end of the connection.
    private static func message(from descriptor: Int32) -> Data? {
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = bytes.range(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
                let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                let length = field.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
                if bytes.count >= end.upperBound + length { return bytes }
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
        }
    }

    private static func send(_ bytes: Data, to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(
                    descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Path below `/v1`, without the query.
    private static func path(of request: Data) -> String {
        let line = String(decoding: request.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        let parts = line.split(separator: " ")
        return parts.count > 1 ? String(parts[1].prefix { $0 != "?" }.dropFirst("/v1".count)) : ""
    }
}

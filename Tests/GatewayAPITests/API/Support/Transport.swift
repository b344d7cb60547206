import AsyncHTTPClient
import Foundation
import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Store
import Testing

@testable import GatewayAPI

/// An answer, independent of the transport.
struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    func object<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(body))
    }
}

/// Transports of the API; the same tests use all of them.
enum Transport: CaseIterable, Sendable {
    case memory, socket, tcp

    /// Runs `body` with a client of a gateway without dongles.
    ///
    /// - Parameter store: Store of the gateway; nil = an empty one.
    func with(
        store: Store? = nil, gateway change: @Sendable (inout Gateway.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (Asker) async throws -> Void
    ) async throws {
        guard self == .memory else {
            return try await TestServer.with(store: store, gateway: change) { server in
                try await body(server.asker(self))
            }
        }
        var configuration = Gateway.Configuration()
        change(&configuration)
        let gateway = Gateway(configuration: configuration, store: try store ?? .inMemory(), logger: .silent)
        let api = GatewayAPI(
            gateway: gateway, settingList: [], examine: { [] }, limits: ServerLimits(), logger: .silent, proxies: nil,
            access: nil)
        let responder = APIResponder(api)
        try await body(
            Asker { method, target, headers, bytes in
                var fields = HTTPFields()
                for (name, value) in headers {
                    if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
                }
                let head = HTTPRequest(
                    method: HTTPRequest.Method(method) ?? .get, scheme: "http", authority: "perch", path: target,
                    headerFields: fields)
                let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: bytes ?? [])))
                let response = await responder.respond(to: request, on: nil, origin: .unixSocket)
                let writer = Collector()
                try await response.body.write(writer)
                var found: [String: String] = [:]
                for field in response.headers { found[field.name.canonicalName] = field.value }
                return Answer(status: response.status.code, headers: found, body: writer.bytes.all)
            })
    }
}

extension Transport {
    /// As ``with(_:)``, but over a socket the target is sent byte for byte, with a connection for
    /// each request. Requests have no bodies.
    func withRaw(_ body: @escaping @Sendable (Asker) async throws -> Void) async throws {
        guard self != .memory else { return try await with(body) }
        try await TestServer.with { [self] server in
            try await body(
                Asker { method, target, headers, _ in
                    let client =
                        self == .tcp
                        ? try await RawClient(port: server.port) : try RawClient(socket: server.addresses.socket)
                    let fields = [
                        ("Host", "127.0.0.1"), ("Connection", "close"), ("Authorization", "Bearer \(TestServer.token)"),
                    ]
                    let lines = (fields + headers).map { "\($0): \($1)\r\n" }.joined()
                    try await client.send("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n")
                    return try Answer(parsing: try await client.read().text)
                })
        }
    }
}

extension Answer {
    /// Reads an answer that ends with its connection.
    init(parsing text: String) throws {
        let end = try #require(text.range(of: "\r\n\r\n"), "\(text)")
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].drop { $0 == " " }.description
        }
        self.init(
            status: try #require(status, "\(text)"), headers: headers, body: Array(text[end.upperBound...].utf8))
    }
}

/// A client that sends requests over one transport.
struct Asker: Sendable {
    typealias Send =
        @Sendable (
            _ method: String, _ target: String, _ headers: [(String, String)], _ body: [UInt8]?
        ) async throws -> Answer

    let send: Send

    func callAsFunction(
        _ method: String, _ target: String, headers: [(String, String)] = [], json: String? = nil
    ) async throws -> Answer {
        let type = json == nil ? [] : [("Content-Type", "application/json")]
        return try await send(method, target, type + headers, json.map { Array($0.utf8) })
    }
}

extension TestServer {
    /// - Parameter token: Token to send; nil = none.
    func asker(_ transport: Transport, token: String? = TestServer.token) -> Asker {
        let base =
            transport == .tcp
            ? addresses.url ?? ""
            : "http+unix://" + (addresses.socket.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        return Asker { method, target, headers, bytes in
            var request = HTTPClientRequest(url: base + target)
            request.method = NIOHTTP1.HTTPMethod(rawValue: method)
            for (name, value) in headers { request.headers.add(name: name, value: value) }
            if transport == .tcp, let token, !request.headers.contains(name: "Authorization") {
                request.headers.add(name: "Authorization", value: "Bearer \(token)")
            }
            if let bytes { request.body = .bytes(bytes) }
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
            var found: [String: String] = [:]
            for (name, value) in response.headers { found[name.lowercased()] = value }
            let body = try await response.body.collect(upTo: 16 * 1024 * 1024)
            return Answer(status: Int(response.status.code), headers: found, body: Array(body.readableBytesView))
        }
    }
}

/// Keeps the bytes that a body writes.
private struct Collector: ResponseBodyWriter {
    final class Bytes {
        var all: [UInt8] = []
    }

    let bytes = Bytes()

    func write(_ buffer: ByteBuffer) async throws { bytes.all += buffer.readableBytesView }
    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

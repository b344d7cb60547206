import AsyncHTTPClient
import Foundation
import GatewayModel
import NIOCore
import NIOHTTP1

/// A request without the address of the gateway.
struct APIRequest: Sendable {
    var method: HTTPMethod
    /// Path components; each is percent-encoded when the request is sent.
    var path: [String]
    var query: [(name: String, value: String)]
    var headers: [(name: String, value: String)]
    var accept = "application/json"
    var body: Data?
    /// A body that is not JSON, with its media type.
    var upload: (type: String, body: HTTPClientRequest.Body)?

    /// - Parameters:
    ///   - query: Query parameters; those with a nil value are left out. The same applies to
    ///     `headers`.
    init(_ method: HTTPMethod, _ path: [String], query: [(String, String?)] = [], headers: [(String, String?)] = []) {
        self.method = method
        self.path = path
        self.query = query.compactMap { name, value in value.map { (name, $0) } }
        self.headers = headers.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Makes a request with a JSON body.
    init(_ method: HTTPMethod, _ path: [String], query: [(String, String?)] = [], json: some Encodable) throws {
        self.init(method, path, query: query)
        body = try JSONEncoder().encode(json)
    }

    /// Path and query.
    var target: String {
        let path = path.map { "/" + percentEncoded($0) }.joined()
        guard !query.isEmpty else { return path }
        return path + "?" + query.map { "\($0.name)=\(percentEncoded($0.value))" }.joined(separator: "&")
    }
}

extension GatewayClient {
    /// Sends a request and decodes the answer.
    func answer<Answer: Decodable & Sendable>(
        _ request: APIRequest, as type: Answer.Type = Answer.self, within limit: Duration? = nil
    ) async throws -> Answer {
        let body = try await interruptible { try await self.exchange(request, within: limit ?? self.limits.usual) }
        return try decode(type, from: body)
    }

    /// Sends a request whose answer has no body.
    func order(_ request: APIRequest, within limit: Duration? = nil) async throws {
        _ = try await interruptible { try await self.exchange(request, within: limit ?? self.limits.usual) }
    }

    /// Opens a stream of lines.
    ///
    /// - Parameter limit: Longest wait for the stream to begin.
    func lines(_ request: APIRequest, within limit: Duration? = nil) async throws -> LineChunks {
        var request = request
        request.accept = "application/x-ndjson"
        let response = try await interruptible { [self, request] in
            try await send(request, within: limit ?? limits.usual, isStream: true)
        }
        return LineChunks(body: response.body, client: self)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from body: ByteBuffer) throws -> Value {
        try decode(type, from: Data(body.readableBytesView))
    }

    func decode<Value: Decodable>(_ type: Value.Type, from json: some DataProtocol) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch {
            throw ClientError.malformedAnswer(address, what: "no \(type)")
        }
    }

    /// Returns the body of the answer. `limit` applies to the whole answer; the HTTP client's own
    /// deadline covers only the head.
    private func exchange(_ request: APIRequest, within limit: Duration) async throws -> ByteBuffer {
        try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
            group.addTask {
                let response = try await self.send(request, within: limit, isStream: false)
                do {
                    return try await response.body.collect(upTo: GatewayClient.answerLimit)
                } catch {
                    throw self.clientError(error)
                }
            }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let body = try await group.next() ?? nil else { throw ClientError.timedOut(address) }
            return body
        }
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        self = .nanoseconds(Int64(duration / .nanoseconds(1)))
    }
}

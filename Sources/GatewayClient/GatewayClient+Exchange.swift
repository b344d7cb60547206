import AsyncHTTPClient
import Foundation
import GatewayModel
import NIOCore
import NIOHTTP1

/// What a request is, apart from where it goes.
struct APIRequest: Sendable {
    var method: HTTPMethod
    /// Each is one component, whatever is in it.
    var path: [String]
    var query: [(name: String, value: String)]
    var headers: [(name: String, value: String)]
    var accept = "application/json"
    var body: Data?
    /// A body that is not JSON, with its type.
    var upload: (type: String, body: HTTPClientRequest.Body)?

    /// - Parameters:
    ///   - query: What is nil is left out; likewise of the headers.
    init(_ method: HTTPMethod, _ path: [String], query: [(String, String?)] = [], headers: [(String, String?)] = []) {
        self.method = method
        self.path = path
        self.query = query.compactMap { name, value in value.map { (name, $0) } }
        self.headers = headers.compactMap { name, value in value.map { (name, $0) } }
    }

    /// With a body of JSON.
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
    /// - Parameter limit: Longest wait for its begin.
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

    /// The limit is on the answer as a whole; the HTTP client's own ends with the head.
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

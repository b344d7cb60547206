import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import RESTClient

/// A client of the club's server.
package struct DrinksClient: Sendable {
    package let environment: DrinksEnvironment

    private let transport: HTTPTransport<DrinksError>

    /// Time by which the server's clock is ahead of this machine's, from its last answer with a
    /// date; nil if there was none.
    package var clockGap: Duration? { transport.clockGap }

    /// - Parameter pinnedCertificate: Path of a PEM file. The client then talks only to a server
    ///   that has this certificate, or whose chain ends in it.
    /// - Throws: ``DrinksError/badSetting(_:)``.
    package init(
        environment: DrinksEnvironment, pinnedCertificate: String? = nil, limits: RequestLimits = RequestLimits(),
        clock: RequestClock = .real
    ) throws(DrinksError) {
        self.environment = environment
        transport = try HTTPTransport(
            base: environment.base, pinnedCertificate: pinnedCertificate, limits: limits, clock: clock)
    }

    /// Closes every connection. Call this on every path.
    package func close() async { await transport.close() }

    /// Sends a request, and repeats it where a repetition is harmless and may succeed.
    func exchange(_ request: DrinksRequest, token: String? = nil) async throws(DrinksError) -> DrinksAnswer {
        var headers: HTTPHeaders = ["accept": "application/json", "user-agent": "perch"]
        if request.body != nil { headers.add(name: "content-type", value: "application/json") }
        if let token {
            guard HeaderText.isToken(token) else {
                throw .badSetting("The login's token has characters that cannot be sent")
            }
            headers.add(name: "authorization", value: "Bearer \(token)")
        }
        let secrets = request.secrets + [token].compactMap { $0 }
        return try await transport.exchange(path: request.path, isIdempotent: request.isIdempotent) { message in
            message.method = request.method
            message.headers = headers
            if let body = request.body { message.body = .bytes(ByteBuffer(bytes: body)) }
        } read: { response in
            try await outcome(of: response, request, hasToken: token != nil, secrets)
        }
    }

    /// Loads a file from the server's origin.
    func file(_ path: String, upTo limit: Int) async throws(DrinksError) -> [UInt8] {
        try await transport.exchange(path: path, isFromOrigin: true, isIdempotent: true) { message in
            message.headers = ["accept": "image/*", "user-agent": "perch"]
        } read: { response in
            guard response.status.code == 200 else { return .failed(.http(Int(response.status.code))) }
            return .answered(try await response.bytes(upTo: limit))
        }
    }

    private func outcome(
        of response: HTTPClientResponse, _ request: DrinksRequest, hasToken: Bool, _ secrets: [String]
    ) async throws -> HTTPTransport<DrinksError>.Outcome<DrinksAnswer> {
        let status = Int(response.status.code)
        let limit = HTTPTransport<DrinksError>.answerLimit
        // Checked first: whatever the body says, the token is invalid.
        if status == 401, hasToken { return .failed(.unauthorized) }
        switch status {
        case 200..<300:
            let body = try await response.bytes(upTo: limit)
            return .answered(try DrinksAnswer(body: body, path: request.place, status: status, secrets: secrets))
        case 408, 429, 500...:
            return .failed(.http(status), retryAfter: HeaderText.seconds(response.headers.first(name: "retry-after")))
        case 400..<500:
            // Without a message, the status must suffice.
            guard let body = try? await response.bytes(upTo: limit),
                let refusal = DrinksAnswer.refusal(body: body, status: status, secrets: secrets)
            else { return .failed(.http(status)) }
            return .failed(.refused(refusal))
        default:
            return .failed(.http(status))
        }
    }
}

/// A request, without the server's URL and the login.
struct DrinksRequest: Sendable {
    let method: HTTPMethod
    /// Path and query.
    let path: String
    /// Path for errors, without parts that the user or the server chose.
    let place: String
    /// Whether repeating the request leaves the server in the same state.
    let isIdempotent: Bool
    var body: [UInt8]?
    /// Parts of the body that must not appear in an error, whatever the server says.
    var secrets: [String] = []
}

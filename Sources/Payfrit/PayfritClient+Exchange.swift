import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import RESTClient

extension PayfritClient {
    /// Returns the business of the session.
    func businessID(of session: PayfritSession) throws(PayfritError) -> Int {
        guard let business = session.business else { throw .badSetting("No business is chosen") }
        return business
    }

    /// Sends a request, and repeats it where a repetition is harmless and may succeed.
    func exchange(_ request: PayfritRequest, _ session: PayfritSession? = nil) async throws(PayfritError)
        -> PayfritAnswer
    {
        guard let route = generation.route(of: request.operation) else {
            throw .notInThisAPI(request.operation, generation)
        }
        let headers = try headers(of: request, route, session)
        let secrets = request.secrets + (session.map { [$0.token] } ?? [])
        return try await transport.exchange(path: route.path, isIdempotent: route.isIdempotent) { message in
            message.method = route.method
            message.headers = headers
            if route.method != .GET { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        } read: { response in
            try await outcome(of: response, route, secrets)
        }
    }

    typealias Outcome = HTTPTransport<PayfritError>.Outcome<PayfritAnswer>

    private func headers(
        of request: PayfritRequest, _ route: PayfritRoute, _ session: PayfritSession?
    ) throws(PayfritError) -> HTTPHeaders {
        var headers: HTTPHeaders = ["accept": "application/json", "user-agent": "perch"]
        if route.method != .GET { headers.add(name: "content-type", value: "application/json") }
        if route.needsToken {
            guard let session, HeaderText.isToken(session.token) else {
                throw .badSetting("The login's token has characters that cannot be sent")
            }
            headers.add(name: "x-user-token", value: session.token)
            if let business = session.business { headers.add(name: "x-business-id", value: String(business)) }
        }
        if let key = request.key {
            guard HeaderText.isKey(key) else {
                throw .badSetting("An idempotency key has 1 to 64 letters, digits, - and _")
            }
            headers.add(name: "idempotency-key", value: key)
        }
        return headers
    }

    private func outcome(
        of response: HTTPClientResponse, _ route: PayfritRoute, _ secrets: [String]
    ) async throws -> Outcome {
        let status = Int(response.status.code)
        // Checked first: whatever the body says, the token is invalid.
        if status == 401, route.needsToken { return .failed(.unauthorized) }
        switch status {
        case 200..<300:
            let body = try await response.bytes(upTo: HTTPTransport<PayfritError>.answerLimit)
            return .answered(try PayfritAnswer(body: body, path: route.path, secrets: secrets))
        case 408, 429, 500...:
            return .failed(.http(status), retryAfter: HeaderText.seconds(response.headers.first(name: "retry-after")))
        case 400..<500:
            let refusal = await refusal(response, route, secrets)
            if status == 404, case .refused(let words) = refusal { return .failed(.notFound(words)) }
            return .failed(refusal ?? .http(status))
        default:
            return .failed(.http(status))
        }
    }

    /// Returns the server's reason for refusing a request; nil if it states none that can be read.
    private func refusal(
        _ response: HTTPClientResponse, _ route: PayfritRoute, _ secrets: [String]
    ) async -> PayfritError? {
        // Without a message, the status must suffice.
        guard let body = try? await response.bytes(upTo: HTTPTransport<PayfritError>.answerLimit) else { return nil }
        return PayfritAnswer.refusal(body: body, secrets: secrets)
    }
}

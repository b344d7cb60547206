import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Store

/// Sends webhooks, one attempt at a time.
struct WebhookSender: Sendable {
    let client: HTTPClient
    let key: [UInt8]?
    let timeout: Duration
    let clock: NotifierClock

    /// Makes a client that follows no redirects: if a receiver moves, its URL must be configured
    /// again.
    static func makeClient() -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        // If a host has several addresses, another one may still answer.
        configuration.timeout.connect = .seconds(5)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Delivers one message. The receiver may have received it even if this fails.
    func send(_ entry: OutboxEntry, to target: WebhookTarget) async -> WebhookAnswer {
        let request = request(for: entry, to: target)
        let answer = await clock.value(within: timeout) { await perform(request) }
        return answer ?? .failed("no answer within \(timeout.formatted(.units(allowed: [.seconds], width: .narrow)))")
    }

    private func request(for entry: OutboxEntry, to target: WebhookTarget) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: target.url)
        request.method = .POST
        let timestamp = clock.wall() / 1_000_000
        request.headers = [
            "content-type": "application/json", "user-agent": "perch", "webhook-id": entry.idempotencyKey,
            "webhook-timestamp": "\(timestamp)",
        ]
        if let key {
            let signature = WebhookSignature.v1(
                id: entry.idempotencyKey, timestamp: timestamp, body: entry.body, key: key)
            request.headers.add(name: "webhook-signature", value: signature)
        }
        request.body = .bytes(ByteBuffer(bytes: entry.body))
        return request
    }

    private func perform(_ request: HTTPClientRequest) async -> WebhookAnswer {
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            let status = Int(response.status.code)
            // The status decides; an incomplete body does not change the result.
            let body =
                status == 410 || !(200..<300).contains(status) ? await WebhookSender.start(of: response.body) : []
            return WebhookAnswer(
                status: status, reason: response.status.reasonPhrase, body: body,
                retryAfter: response.headers.first(name: "retry-after"))
        } catch {
            return .failed(WebhookSender.words(error))
        }
    }

    private static func start(of body: HTTPClientResponse.Body) async -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await piece in body {
                bytes += piece.readableBytesView.prefix(WebhookAnswer.bodyBytes - bytes.count)
                guard bytes.count < WebhookAnswer.bodyBytes else { break }
            }
        } catch {
            // The part that was read is enough for an error message.
        }
        return bytes
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: error.shortDescription
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { words($0.error) } ?? "\(error.host) has no known address"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        default: "\(error)"
        }
    }
}

import TestSupport
import Foundation
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Testing

/// A real HTTP server on a free port of this machine, which answers webhooks as a test says.
final class Receiver: Sendable {
    struct Request: Sendable {
        let headers: [String: String]
        let body: Data

        var id: String { headers["webhook-id"] ?? "" }
        /// Region that the notice names.
        var region: String {
            let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
            return object?["region"] as? String ?? ""
        }
    }

    enum Answer: Sendable {
        case status(Int, String = "", retryAfter: String? = nil)
        case redirect(to: String)
        /// No answer until the receiver stops.
        case silence
    }

    private struct State {
        var requests: [Request] = []
        var answer: Answer = .status(204)
    }

    private let state = NIOLockedValueBox(State())
    private let stopping = AsyncStream<Never>.makeStream()

    var requests: [Request] { state.withLockedValue(\.requests) }

    func answer(_ answer: Answer) { state.withLockedValue { $0.answer = answer } }

    /// Waits until `count` requests have come. Returns whether they have.
    @discardableResult
    func wait(for count: Int, sourceLocation: SourceLocation = #_sourceLocation) async -> Bool {
        await eventually("\(count) requests have come", sourceLocation: sourceLocation) { requests.count >= count }
    }

    /// Serves while `body` runs.
    static func with<Value: Sendable>(
        _ answer: Answer = .status(204), _ body: @escaping @Sendable (Receiver, _ url: String) async throws -> Value
    ) async throws -> Value {
        let receiver = Receiver()
        receiver.answer(answer)
        let (ports, port) = AsyncStream<Int>.makeStream()
        var logger = Logger(label: "receiver")
        logger.logLevel = .critical
        let application = Application(
            responder: CallbackResponder { (request, _: BasicRequestContext) in try await receiver.respond(to: request)
            },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let found = await iterator.next() ?? 0
            defer {
                receiver.stopping.continuation.finish()
                group.cancelAll()
            }
            return try await body(receiver, "http://127.0.0.1:\(found)/hook/secret")
        }
    }

    private func respond(to request: Hummingbird.Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 1 << 20)
        var headers: [String: String] = [":method": request.method.rawValue, ":path": request.uri.path]
        for field in request.headers { headers[field.name.canonicalName] = field.value }
        let taken = Request(headers: headers, body: Data(body.readableBytesView))
        let answer = state.withLockedValue { state in
            state.requests.append(taken)
            return state.answer
        }
        switch answer {
        case .status(let code, let text, let retryAfter):
            var response = Response(status: .init(code: code), body: .init(byteBuffer: ByteBuffer(string: text)))
            if let retryAfter { response.headers[.retryAfter] = retryAfter }
            return response
        case .redirect(let place):
            return Response(status: .found, headers: [.location: place])
        case .silence:
            for await _ in stopping.stream {}
            return Response(status: .ok)
        }
    }
}

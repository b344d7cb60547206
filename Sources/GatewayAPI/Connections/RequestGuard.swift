import GatewayModel
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Watches the requests and answers of a connection. It refuses requests that are too long, too
/// slow or not HTTP before any other handler sees them, and notices when the client disconnects.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ClientConnection
    private let limits: ServerLimits
    private var context: ChannelHandlerContext?
    private var deadline: Scheduled<Void>?
    /// True between the head and the end of a request.
    private var isReading = false
    private var bodyBytes = 0
    private var bodyLimit = 0
    /// Bytes of the request line that have arrived. The count is too low if the first bytes of the
    /// line arrived together with the end of the previous request.
    private var lineBytes = 0
    private var isLineWhole = false
    /// Number of requests whose answer is not complete.
    private var unanswered = 0
    /// True between the head and the end of an answer.
    private var isAnswering = false
    /// True after a request was refused. Nothing is passed on any more, in either direction.
    private var isRefused = false

    init(_ connection: ClientConnection, _ limits: ServerLimits) {
        self.connection = connection
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancelDeadline()
        self.context = nil
    }

    /// Must be called before the bytes are parsed.
    func bytesArrived(_ bytes: ByteBuffer) {
        guard !isReading, !isRefused else { return }
        if !isLineWhole {
            let line = bytes.readableBytesView.prefix { $0 != UInt8(ascii: "\n") }
            lineBytes += line.count
            isLineWhole = line.count < bytes.readableBytes
        }
        guard deadline == nil else { return }
        start(limits.headTime, .tooSlow(part: "head", limit: limits.headTime))
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch RequestGuard.unwrapInboundIn(data) {
        case .head(let head):
            isReading = true
            bodyBytes = 0
            unanswered += 1
            start(limits.bodyTime, .tooSlow(part: "body", limit: limits.bodyTime))
            if let error = ambiguity(of: head) { return refuse(error) }
            if head.uri.utf8.count > limits.path { return refuse(.pathTooLong(limit: limits.path)) }
            bodyLimit = limits.body(to: head.uri)
            if let length = head.headers.first(name: "Content-Length").flatMap(Int.init), length > bodyLimit {
                return refuse(.bodyTooLarge(limit: bodyLimit))
            }
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            if bodyBytes > bodyLimit { return refuse(.bodyTooLarge(limit: bodyLimit)) }
            if bodyLimit == limits.databaseBody {
                start(limits.bodyTime, .tooSlow(part: "body", limit: limits.bodyTime))
            }
        case .end:
            isReading = false
            lineBytes = 0
            isLineWhole = false
            cancelDeadline()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Bytes that a refused client still sends are read and dropped, so that the client gets to
        // read the answer.
        if isRefused { context.read() }
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        // The parser's limit on the head includes the request line with path and query.
        case HTTPParserError.headerOverflow:
            refuse(lineBytes > limits.path ? .pathTooLong(limit: limits.path) : .headTooLarge(limit: limits.head))
        case is HTTPParserError: refuse(.notHTTP)
        default: context.fireErrorCaught(error)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent {
            connection.isLeft()
            if isRefused { context.close(mode: .all, promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelDeadline()
        connection.isLeft()
        context.fireChannelInactive()
    }

    /// Returns the error for a request that other programs may read differently, as to its host or
    /// its end; nil if the request is clear.
    ///
    /// Source: RFC 9112, 3.2 and 6.1.
    private func ambiguity(of head: HTTPRequestHead) -> RequestError? {
        let hosts = head.headers["Host"].count
        // A unix socket has no host, and some clients send no `Host` field there.
        let needsHost = connection.address != nil && head.version == .http1_1
        if hosts > 1 || hosts == 0 && needsHost { return .notOneHost }
        let codings = head.headers["Transfer-Encoding"]
        guard !codings.isEmpty else { return nil }
        let isPlain = codings.count == 1 && codings[0].lowercased() == "chunked"
        return isPlain && !head.headers.contains(name: "Content-Length") ? nil : .notHTTP
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch RequestGuard.unwrapOutboundIn(data) {
        case .head: isAnswering = true
        case .body: break
        case .end:
            isAnswering = false
            unanswered -= 1
        }
        context.write(data, promise: promise)
    }

    // MARK: Refusing

    private func start(_ limit: Duration, _ error: RequestError) {
        cancelDeadline()
        guard let context else { return }
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) { [self] in
            deadline = nil
            refuse(error)
        }
    }

    private func cancelDeadline() {
        deadline?.cancel()
        deadline = nil
    }

    /// Answers the current request with a problem and closes the connection. If an earlier answer
    /// is not complete, closes the connection without an answer.
    private func refuse(_ error: RequestError) {
        guard let context, !isRefused else { return }
        cancelDeadline()
        let isItsTurn = !isAnswering && unanswered == (isReading ? 1 : 0)
        isRefused = true
        guard isItsTurn else { return context.close(mode: .all, promise: nil) }
        let problem = Problem(error)
        let body = ByteBuffer(bytes: problem.json)
        var headers: HTTPHeaders = ["Connection": "close", "Content-Length": String(body.readableBytes)]
        var fields = problem.headerFields
        fields.setTransportSecurity(of: connection.origin)
        for field in fields { headers.add(name: field.name.rawName, value: field.value) }
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: problem.status), headers: headers)
        context.write(RequestGuard.wrapOutboundOut(.head(head)), promise: nil)
        context.write(RequestGuard.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(RequestGuard.wrapOutboundOut(.end(nil)), promise: nil)
        // Closing now would reset the connection while the client is still sending, and the answer
        // would be lost.
        context.close(mode: .output, promise: nil)
        context.read()
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
            context.close(mode: .all, promise: nil)
        }
    }
}

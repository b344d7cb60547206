import Glibc
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// A server on a free port of this machine that answers every request with bytes given by the test,
/// valid or not.
final class ScriptedServer: Sendable {
    enum Step: Sendable {
        case bytes([UInt8])
        /// Keeps the connection until the client ends it.
        case silence
        /// Keeps the connection for a further request.
        case keepAlive
        /// Resets the connection instead of closing it.
        case reset

        static func text(_ text: String) -> Step { .bytes(Array(text.utf8)) }
    }

    struct Taken: Sendable {
        let method: String
        let path: String
        /// Header fields, with names in lowercase.
        let headers: [String: String]
        /// Head and body of the request.
        let text: String
        let body: String
    }

    let port: Int
    private let channel: any Channel
    private let log: RequestLog

    var requests: [Taken] { log.requests }
    /// Number of connections so far.
    var connections: Int { log.connections }

    /// Returns once a further request has come: the nth call waits for the nth request.
    func nextRequest() async { for await _ in log.arrivals { break } }

    /// Serves while `body` runs. After the last step of an answer the connection is closed.
    static func with<Value: Sendable>(
        tls: NIOSSLContext? = nil, _ answer: @escaping @Sendable (Taken, _ count: Int) -> [Step],
        _ body: (ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let log = RequestLog()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(ScriptHandler(log: log, answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = ScriptedServer(port: channel.localAddress?.port ?? 0, channel: channel, log: log)
        do {
            let value = try await body(server)
            try await channel.close()
            return value
        } catch {
            try await channel.close()
            throw error
        }
    }

    /// A complete answer with a JSON body.
    static func json(_ body: String, status: String = "200 OK", headers: String = "") -> Step {
        whole(Array(body.utf8), status: status, headers: "content-type: application/json\r\n" + headers)
    }

    static func html(status: String = "200 OK") -> Step {
        whole(
            Array("<html><body>Welcome to our Wi-Fi</body></html>".utf8), status: status,
            headers: "content-type: text/html\r\n")
    }

    static func whole(_ body: [UInt8], status: String = "200 OK", headers: String = "") -> Step {
        let head = "HTTP/1.1 \(status)\r\n\(headers)connection: close\r\ncontent-length: \(body.count)\r\n\r\n"
        return .bytes(Array(head.utf8) + body)
    }

    private init(port: Int, channel: any Channel, log: RequestLog) {
        self.port = port
        self.channel = channel
        self.log = log
    }
}

/// Requests received so far.
private final class RequestLog: Sendable {
    private let taken = NIOLockedValueBox<[ScriptedServer.Taken]>([])
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation
    private let connected = NIOLockedValueBox(0)

    init() {
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    var requests: [ScriptedServer.Taken] { taken.withLockedValue { $0 } }

    var connections: Int { connected.withLockedValue { $0 } }

    func connect() { connected.withLockedValue { $0 += 1 } }

    /// Adds a request and returns the new number of requests.
    func add(_ request: ScriptedServer.Taken) -> Int {
        let count = taken.withLockedValue { taken in
            taken.append(request)
            return taken.count
        }
        arrival.yield()
        return count
    }
}

/// Reads one request and writes its answer.
private final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let log: RequestLog
    private let answer: @Sendable (ScriptedServer.Taken, Int) -> [ScriptedServer.Step]
    private var bytes: [UInt8] = []
    private var isAnswered = false

    init(log: RequestLog, answer: @escaping @Sendable (ScriptedServer.Taken, Int) -> [ScriptedServer.Step]) {
        self.log = log
        self.answer = answer
    }

    func channelActive(context: ChannelHandlerContext) {
        log.connect()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += Array(unwrapInboundIn(data).readableBytesView)
        // A TLS greeting is not an HTTP request, and servers say so.
        if bytes.first == 0x16 {
            let answer = context.channel.allocator.buffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
            return context.close(promise: nil)
        }
        guard !isAnswered, let request = ScriptedServer.Taken(bytes) else { return }
        isAnswered = true
        for step in answer(request, log.add(request)) {
            switch step {
            case .bytes(let bytes):
                context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
            case .silence:
                return
            case .keepAlive:
                bytes = []
                isAnswered = false
                return
            case .reset:
                // Closing with unsent data and no linger time makes the client see a reset.
                let socket = context.channel as? any SocketOptionProvider
                _ = socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            }
        }
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension ScriptedServer.Taken {
    /// Nil while the request is incomplete.
    fileprivate init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        var lines = text[..<end.lowerBound].split(separator: "\r\n")
        let words = lines.removeFirst().split(separator: " ")
        guard words.count == 3 else { return nil }
        method = String(words[0])
        path = String(words[1])
        headers = Dictionary(
            lines.map { line in
                let parts = line.split(separator: ": ", maxSplits: 1)
                return (parts[0].lowercased(), parts.count > 1 ? String(parts[1]) : "")
            }, uniquingKeysWith: { "\($0), \($1)" })
        body = String(text[end.upperBound...])
        self.text = text
        guard body.utf8.count >= headers["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
    }
}

import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// An answer that is sent while it is made. It sends its head at once. It ends when its source ends,
/// the server stops or the client disconnects.
struct StreamResponse: Sendable {
    /// Header fields of the answer.
    var headers = HTTPFields.ofEveryAnswer
    private let connection: ClientConnection?
    private let silence: Duration
    private let idle: (@Sendable () -> ByteBuffer)?
    /// Session of the console that the stream belongs to, with which it ends.
    private let session: ConsoleSessions.Session?
    private let sessions: ConsoleSessions?

    /// - Parameters:
    ///   - type: Media type of the answer.
    ///   - idle: Makes a sign of life, which is sent during silence; nil = the format has none.
    init(_ call: Call, _ sessions: ConsoleSessions?, type: String, idle: (@Sendable () -> ByteBuffer)? = nil) {
        session = call.session
        self.sessions = sessions
        headers[.contentType] = type
        connection = call.connection
        silence = call.limits.silence
        self.idle = idle
    }

    /// Makes the answer.
    ///
    /// - Parameters:
    ///   - stopping: Called when the server stops; nil = the stream ends after the bytes that it
    ///     has.
    ///   - cleanUp: Called on every path, after the last byte.
    ///   - produce: Writes the bytes. Cancelled when no more bytes are sent.
    func response(
        stopping: (@Sendable () -> Void)? = nil,
        cleanUp: @escaping @Sendable () -> Void = {},
        produce: @escaping @Sendable (StreamOutbox) async throws -> Void
    ) -> Response {
        let body = ResponseBody { writer in
            defer { cleanUp() }
            let outbox = StreamOutbox()
            let watch = connection?.whenGone { outbox.close() }
            defer { if let watch { connection?.forget(watch) } }
            let end = session.flatMap { session in sessions?.whenEnded(session.id) { outbox.close() } }
            defer { if let session, let end { sessions?.forget(end, of: session.id) } }
            let isWhole = try await withGracefulShutdownHandler {
                try await send(from: outbox, to: &writer) { try await produce(outbox) }
            } onGracefulShutdown: {
                if let stopping { stopping() } else { outbox.finish() }
            }
            // Abort the connection, so that the client does not take the truncated stream for a
            // complete one.
            guard isWhole else { throw CancellationError() }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Sends what `produce` writes, and signs of life.
    ///
    /// - Returns: Whether everything was sent.
    private func send(
        from outbox: StreamOutbox, to writer: inout any ResponseBodyWriter,
        produce: @escaping @Sendable () async throws -> Void
    ) async throws -> Bool {
        try await withThrowingTaskGroup { group in
            group.addTask {
                do {
                    try await produce()
                    outbox.finish()
                } catch {
                    outbox.close()
                }
            }
            if let idle {
                group.addTask {
                    while true {
                        let left = silence - outbox.silence
                        if left > .zero {
                            try await Task.sleep(for: left)
                        } else if await !outbox.push(idle()) {
                            return
                        }
                    }
                }
            }
            if let session {
                group.addTask {
                    try await Task.sleep(for: session.left())
                    outbox.close()
                }
            }
            while let chunk = await outbox.take() { try await writer.write(contentsOf: chunk) }
            group.cancelAll()
            return !outbox.isClosed
        }
    }
}

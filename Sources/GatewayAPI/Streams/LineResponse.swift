import GatewayModel
import Hummingbird
import LineFormats
import NIOCore
import ServiceLifecycle

/// An answer that is a stream of lines. It sends its head at once and a sign of life during
/// silence. It ends when its source ends, the server stops or the client disconnects.
struct LineResponse: Sendable {
    let format: StreamFormat
    let connection: ClientConnection?
    let silence: Duration
    /// Session of the console that the stream belongs to, with which it ends.
    let session: ConsoleSessions.Session?
    let sessions: ConsoleSessions?

    init(_ call: Call, _ sessions: ConsoleSessions?) {
        session = call.session
        self.sessions = sessions
        format = StreamFormat(accept: call.request.headers[.accept])
        connection = call.connection
        silence = call.limits.silence
    }

    /// Makes the answer.
    ///
    /// - Parameters:
    ///   - stopping: Called when the server stops; nil = the stream ends after the lines that it
    ///     has.
    ///   - cleanUp: Called on every path, after the last line.
    ///   - produce: Writes the lines. Cancelled when no more lines are sent.
    func response(
        stopping: (@Sendable () -> Void)? = nil,
        cleanUp: @escaping @Sendable () -> Void = {},
        produce: @escaping @Sendable (LineWriter) async throws -> Void
    ) -> Response {
        var headers = HTTPFields.ofEveryAnswer
        headers[.contentType] = format.mediaType
        let body = ResponseBody { writer in
            defer { cleanUp() }
            let outbox = LineOutbox()
            let lines = LineWriter(format: format, outbox: outbox)
            let watch = connection?.whenGone { outbox.close() }
            defer { if let watch { connection?.forget(watch) } }
            let end = session.flatMap { session in sessions?.whenEnded(session.id) { outbox.close() } }
            defer { if let session, let end { sessions?.forget(end, of: session.id) } }
            let isWhole = try await withGracefulShutdownHandler {
                try await send(from: outbox, to: &writer) { try await produce(lines) }
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

    /// Sends the lines that `produce` writes, and idle lines.
    ///
    /// - Returns: Whether all lines were sent.
    private func send(
        from outbox: LineOutbox, to writer: inout any ResponseBodyWriter,
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
            group.addTask {
                while true {
                    let left = silence - outbox.silence
                    if left > .zero {
                        try await Task.sleep(for: left)
                    } else if await !outbox.push(format.idle()) {
                        return
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

/// Writes the lines of one stream to its outbox.
struct LineWriter: Sendable {
    let format: StreamFormat
    let outbox: LineOutbox

    /// Writes a line, after waiting for room.
    func line(
        _ type: StaticString, id: Int64? = nil, at time: Timestamp = .now,
        _ fields: (inout JSONWriter) -> Void = { _ in }
    ) async {
        var writer = JSONWriter()
        writer.line(type, at: time, fields)
        await outbox.push(format.frame(writer.bytes, type: "\(type)", id: id))
    }
}

import GatewayModel
import Hummingbird
import LineFormats
import NIOCore

/// An answer that is a stream of lines. It sends its head at once and a sign of life during
/// silence. It ends when its source ends, the server stops or the client disconnects.
struct LineResponse: Sendable {
    private let format: StreamFormat
    private let stream: StreamResponse

    init(_ call: Call, _ sessions: ConsoleSessions?) {
        let format = StreamFormat(accept: call.request.headers[.accept])
        self.format = format
        stream = StreamResponse(call, sessions, type: format.mediaType) { format.idle() }
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
        stream.response(stopping: stopping, cleanUp: cleanUp) { [format] outbox in
            try await produce(LineWriter(format: format, outbox: outbox))
        }
    }
}

/// Writes the lines of one stream to its outbox.
struct LineWriter: Sendable {
    let format: StreamFormat
    let outbox: StreamOutbox

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

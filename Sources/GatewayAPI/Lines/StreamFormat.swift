import JSONLines
import NIOCore

/// How the lines of a stream are framed.
enum StreamFormat: Sendable, Hashable {
    /// JSON objects, one a line.
    case lines
    /// Server-sent events: `event` is the line's type, `data` the same object.
    case events

    /// What a request's `Accept` asks for; lines unless it names server-sent events.
    init(accept: String?) {
        self = accept?.lowercased().contains(StreamFormat.events.mediaType) == true ? .events : .lines
    }

    var mediaType: String {
        switch self {
        case .lines: "application/x-ndjson"
        case .events: "text/event-stream"
        }
    }

    /// Frames a line, its newline included.
    ///
    /// - Parameter id: What `Last-Event-ID` says when a reader comes back.
    func frame(_ line: some Collection<UInt8>, type: String, id: Int64? = nil) -> ByteBuffer {
        switch self {
        case .lines:
            return ByteBuffer(bytes: line)
        case .events:
            var buffer = ByteBuffer()
            buffer.writeString("event: \(type)\n")
            if let id { buffer.writeString("id: \(id)\n") }
            buffer.writeString("data: ")
            buffer.writeBytes(line)
            buffer.writeString("\n")
            return buffer
        }
    }

    /// Says that nothing has happened and the gateway lives.
    func idle() -> ByteBuffer {
        switch self {
        case .lines:
            var writer = JSONWriter()
            writer.line { $0.envelope("idle", at: .now) }
            return ByteBuffer(bytes: writer.take())
        case .events:
            return ByteBuffer(string: ": idle\n\n")
        }
    }
}

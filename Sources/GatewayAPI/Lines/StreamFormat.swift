import LineFormats
import NIOCore

/// Framing of a stream's lines.
enum StreamFormat: Sendable, Hashable {
    /// One JSON object per line.
    case lines
    /// Server-sent events: `event` is the line's type, `data` is the JSON object.
    case events

    /// Chooses the format for an `Accept` field: server-sent events if it names them, lines
    /// otherwise.
    init(accept: String?) {
        self = accept?.lowercased().contains(StreamFormat.events.mediaType) == true ? .events : .lines
    }

    var mediaType: String {
        switch self {
        case .lines: "application/x-ndjson"
        case .events: "text/event-stream"
        }
    }

    /// Frames a line that ends with a newline.
    ///
    /// - Parameter id: Event id, which a client that reconnects sends as `Last-Event-ID`.
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

    /// Makes a sign of life for a time without lines.
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

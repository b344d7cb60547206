/// The payload of a GRANT frame: acknowledges stream A. Source: SPEC.md 7.3.
public struct Grant: WireMessage {
    /// Counter before which every event has been received.
    public var next: UInt16
    /// Whether the dongle should send the events from `next` on again.
    public var gap: Bool

    public init(next: UInt16, gap: Bool = false) {
        self.next = next
        self.gap = gap
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        next = try reader.read()
        gap = try reader.read(UInt8.self) == 1
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(next)
        writer.write(gap ? 1 as UInt8 : 0)
    }
}

/// The payload of a LOG frame: a line of the dongle's log. Source: SPEC.md 7.7.
public struct LogLine: WireMessage {
    /// Severity of the line.
    public var level: LogLevel
    /// The dongle's uptime, which wraps after 49.7 days.
    public var uptimeMs: UInt32
    /// Lines dropped since the previous LOG frame.
    public var dropped: UInt16
    /// Text of the line, at most 120 bytes.
    public var text: String

    public init(level: LogLevel, uptimeMs: UInt32, dropped: UInt16, text: String) {
        self.level = level
        self.uptimeMs = uptimeMs
        self.dropped = dropped
        self.text = text
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        level = try reader.read()
        uptimeMs = try reader.read()
        dropped = try reader.read()
        text = try reader.text()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(level)
        writer.write(uptimeMs)
        writer.write(dropped)
        writer.text(text)
    }
}

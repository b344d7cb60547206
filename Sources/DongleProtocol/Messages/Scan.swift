/// What a Bluetooth scan does in effect. Source: SPEC.md 9.1.
public struct ScanStartAnswer: WireMessage {
    /// In units of 0.625 ms.
    public var interval: UInt16
    /// In units of 0.625 ms.
    public var window: UInt16
    /// Number of the oldest advert still queued, or of the next one; all before it have been sent or dropped.
    public var oldestAdvert: UInt32

    public init(interval: UInt16, window: UInt16, oldestAdvert: UInt32) {
        self.interval = interval
        self.window = window
        self.oldestAdvert = oldestAdvert
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        interval = try reader.read()
        window = try reader.read()
        oldestAdvert = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(interval)
        writer.write(window)
        writer.write(oldestAdvert)
    }
}

/// Stops the Bluetooth scan; adverts still queued are sent. Source: SPEC.md 9.2.
public struct ScanStopRequest: EmptyRequest {
    public typealias Answer = ScanStopAnswer

    public static var operation: Operation { .scanStop }

    public init() {}
}

/// Where the numbers of a scan ended, Bluetooth or Wi-Fi. Source: SPEC.md 9.2.
public struct ScanStopAnswer: WireMessage {
    /// Number the next advert or sighting would take: every number before it has to be accounted for.
    public var next: UInt32

    public init(next: UInt32) {
        self.next = next
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        next = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(next)
    }
}

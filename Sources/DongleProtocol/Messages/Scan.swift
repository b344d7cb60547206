/// Parameters of a Bluetooth scan that are in effect. Source: SPEC.md 9.1.
public struct ScanStartAnswer: WireMessage {
    /// Scan interval in units of 0.625 ms.
    public var interval: UInt16
    /// Scan window in units of 0.625 ms.
    public var window: UInt16
    /// Number of the oldest advert still queued, or else of the next one. All adverts before it
    /// have been sent or dropped.
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

/// Stops the Bluetooth scan. Adverts still queued are sent. Source: SPEC.md 9.2.
public struct ScanStopRequest: EmptyRequest {
    public typealias Answer = ScanStopAnswer

    public static var operation: Operation { .scanStop }

    public init() {}
}

/// End of a scan's numbers, for Bluetooth or Wi-Fi. Source: SPEC.md 9.2.
public struct ScanStopAnswer: WireMessage {
    /// Number that the next advert or sighting would get. The host must account for all numbers
    /// below.
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

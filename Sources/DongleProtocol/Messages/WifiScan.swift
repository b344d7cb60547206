/// Starts the Wi-Fi scan, or replaces its parameters. Source: SPEC.md 9.5.
public struct WifiScanStartRequest: Request {
    public typealias Answer = WifiScanStartAnswer

    public static var operation: Operation { .wifiScanStart }

    /// Time spent on each channel, 50...10,000; 0 = the dongle's choice.
    public var dwellMs: UInt16
    /// Highest channel to scan, 1...14; 0 = 13.
    public var highestChannel: UInt8
    /// Smallest signal in dBm; -128 = no limit.
    public var minimumRSSI: Int8
    /// Longest time that a sighting may wait to be sent in a batch with others, 0...1000.
    public var batchingMs: UInt16

    public init(dwellMs: UInt16 = 0, highestChannel: UInt8 = 0, minimumRSSI: Int8 = -128, batchingMs: UInt16 = 20) {
        self.dwellMs = dwellMs
        self.highestChannel = highestChannel
        self.minimumRSSI = minimumRSSI
        self.batchingMs = batchingMs
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        dwellMs = try reader.read()
        highestChannel = try reader.read()
        minimumRSSI = try reader.read()
        batchingMs = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(dwellMs)
        writer.write(highestChannel)
        writer.write(minimumRSSI)
        writer.write(batchingMs)
    }
}

/// Beginning of a Wi-Fi scan's numbers. Source: SPEC.md 9.5.
public struct WifiScanStartAnswer: WireMessage {
    /// Number of the oldest sighting still queued, or else of the next one.
    public var oldestSighting: UInt32

    public init(oldestSighting: UInt32) {
        self.oldestSighting = oldestSighting
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        oldestSighting = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(oldestSighting)
    }
}

/// Stops the Wi-Fi scan. Sightings still queued are sent. Source: SPEC.md 9.5.
public struct WifiScanStopRequest: EmptyRequest {
    public typealias Answer = ScanStopAnswer

    public static var operation: Operation { .wifiScanStop }

    public init() {}
}

/// Asks for a snapshot of the dongle's state. Source: SPEC.md 8.3.
public struct GetStateRequest: EmptyRequest {
    public typealias Answer = GetStateAnswer

    public static var operation: Operation { .getState }

    public init() {}
}

/// A snapshot that includes the effect of every event before `nextEvent`. Source: SPEC.md 8.3.
public struct GetStateAnswer: WireMessage {
    /// The dongle's uptime, which wraps after 49.7 days.
    public var uptimeMs: UInt32
    /// Counter of the oldest event kept in stream A.
    public var oldestEvent: UInt16
    /// Counter of the next new event in stream A.
    public var nextEvent: UInt16
    /// Number of the oldest advert still queued, or else of the next one. All adverts before it
    /// have been sent or dropped.
    public var oldestAdvert: UInt32
    /// Number of the oldest Wi-Fi sighting still queued, or else of the next one.
    public var oldestSighting: UInt32
    /// State of the Bluetooth scan.
    public var scan: ScanActivity
    /// State of the Wi-Fi scan.
    public var wifiScan: ScanActivity
    /// Reason for a failed scan, otherwise OK.
    public var scanStatus: Status
    /// State of the configs.
    public var config: ConfigFlags
    /// Number of open deferred operations.
    public var openOperations: UInt8
    /// Counters since the dongle's start.
    public var counters: LinkCounters
    /// The connection slots in use.
    public var connections: [ConnectionState]

    public init(
        uptimeMs: UInt32, oldestEvent: UInt16, nextEvent: UInt16, oldestAdvert: UInt32, oldestSighting: UInt32,
        scan: ScanActivity, wifiScan: ScanActivity, scanStatus: Status, config: ConfigFlags, openOperations: UInt8,
        counters: LinkCounters, connections: [ConnectionState]
    ) {
        self.uptimeMs = uptimeMs
        self.oldestEvent = oldestEvent
        self.nextEvent = nextEvent
        self.oldestAdvert = oldestAdvert
        self.oldestSighting = oldestSighting
        self.scan = scan
        self.wifiScan = wifiScan
        self.scanStatus = scanStatus
        self.config = config
        self.openOperations = openOperations
        self.counters = counters
        self.connections = connections
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        uptimeMs = try reader.read()
        oldestEvent = try reader.read()
        nextEvent = try reader.read()
        oldestAdvert = try reader.read()
        oldestSighting = try reader.read()
        scan = try reader.read()
        wifiScan = try reader.read()
        scanStatus = try reader.read()
        config = try reader.read()
        openOperations = try reader.read()
        // Counters of later versions follow those known here.
        var numbers = try reader.nested()
        counters = try numbers.read()
        var slots = try reader.nested()
        connections = try slots.readAll()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(uptimeMs)
        writer.write(oldestEvent)
        writer.write(nextEvent)
        writer.write(oldestAdvert)
        writer.write(oldestSighting)
        writer.write(scan)
        writer.write(wifiScan)
        writer.write(scanStatus)
        writer.write(config)
        writer.write(openOperations)
        writer.nested { $0.write(counters) }
        writer.nested { $0.writeAll(connections) }
    }
}

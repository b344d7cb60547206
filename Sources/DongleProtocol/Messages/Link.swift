/// Asks whether the dongle is there. Source: SPEC.md 8.1.
public struct PingRequest: EmptyRequest {
    public typealias Answer = PingAnswer

    public static var operation: Operation { .ping }

    public init() {}
}

/// Progress of the dongle's streams. Source: SPEC.md 8.1.
public struct PingAnswer: WireMessage {
    /// Boot id. If it differs from the previous one, the dongle has restarted.
    public var bootID: UInt32
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

    public init(
        bootID: UInt32, uptimeMs: UInt32, oldestEvent: UInt16, nextEvent: UInt16, oldestAdvert: UInt32,
        oldestSighting: UInt32
    ) {
        self.bootID = bootID
        self.uptimeMs = uptimeMs
        self.oldestEvent = oldestEvent
        self.nextEvent = nextEvent
        self.oldestAdvert = oldestAdvert
        self.oldestSighting = oldestSighting
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        bootID = try reader.read()
        uptimeMs = try reader.read()
        oldestEvent = try reader.read()
        nextEvent = try reader.read()
        oldestAdvert = try reader.read()
        oldestSighting = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(bootID)
        writer.write(uptimeMs)
        writer.write(oldestEvent)
        writer.write(nextEvent)
        writer.write(oldestAdvert)
        writer.write(oldestSighting)
    }
}

/// Asks for the firmware's names and sizes. Source: SPEC.md 8.2.
public struct InfoRequest: EmptyRequest {
    public typealias Answer = InfoAnswer

    public static var operation: Operation { .info }

    public init() {}
}

/// Names and sizes of the firmware. Source: SPEC.md 8.2.
public struct InfoAnswer: WireMessage {
    /// Largest size of a config in bytes; 0 without a config store.
    public var largestConfig: UInt32
    /// Largest erase unit of the config store, in bytes.
    public var eraseUnit: UInt32
    /// Size of stream A's ring, in bytes.
    public var eventRing: UInt16
    /// Size of the advert queue, in bytes.
    public var advertQueue: UInt16
    /// Name of the firmware, at most 32 bytes, like the texts below.
    public var firmware: String
    /// Version of the firmware.
    public var version: String
    /// Commit or hash of the build.
    public var build: String
    /// Name of the board or chip.
    public var hardware: String

    public init(
        largestConfig: UInt32, eraseUnit: UInt32, eventRing: UInt16, advertQueue: UInt16, firmware: String,
        version: String, build: String, hardware: String
    ) {
        self.largestConfig = largestConfig
        self.eraseUnit = eraseUnit
        self.eventRing = eventRing
        self.advertQueue = advertQueue
        self.firmware = firmware
        self.version = version
        self.build = build
        self.hardware = hardware
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        largestConfig = try reader.read()
        eraseUnit = try reader.read()
        eventRing = try reader.read()
        advertQueue = try reader.read()
        firmware = try reader.text()
        version = try reader.text()
        build = try reader.text()
        hardware = try reader.text()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(largestConfig)
        writer.write(eraseUnit)
        writer.write(eventRing)
        writer.write(advertQueue)
        writer.text(firmware)
        writer.text(version)
        writer.text(build)
        writer.text(hardware)
    }
}

/// Ends an open deferred operation. Its DONE follows. Source: SPEC.md 8.4.
public struct CancelRequest: Request {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .cancel }

    /// Id of the deferred request.
    public var requestID: UInt16

    public init(requestID: UInt16) {
        self.requestID = requestID
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        requestID = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(requestID)
    }
}

/// Makes the dongle identify itself to a person. Source: SPEC.md 8.5.
public struct IdentifyRequest: Request {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .identify }

    /// Duration in ms, 0...60,000; 0 stops the signal.
    public var durationMs: UInt16

    public init(durationMs: UInt16) {
        self.durationMs = durationMs
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        durationMs = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(durationMs)
    }
}

/// Restarts the dongle. The request is not numbered, and every major version supports it. Source:
/// SPEC.md 8.6.
public struct RebootRequest: Request {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .reboot }

    /// The bytes `RBT!` as a little-endian number.
    public static let magicNumber: UInt32 = 0x2154_4252

    /// Always ``magicNumber``; the dongle refuses any other value.
    public var magic: UInt32
    /// Boot id of the dongle's current start, so that a late copy of the request does nothing.
    public var bootID: UInt32
    /// Program to start.
    public var mode: RebootMode

    public init(magic: UInt32 = magicNumber, bootID: UInt32, mode: RebootMode) {
        self.magic = magic
        self.bootID = bootID
        self.mode = mode
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        magic = try reader.read()
        bootID = try reader.read()
        mode = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(magic)
        writer.write(bootID)
        writer.write(mode)
    }
}

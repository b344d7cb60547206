/// Starts the Bluetooth scan, or replaces its parameters. Source: SPEC.md 9.1.
public struct ScanStartRequest: Request {
    public typealias Answer = ScanStartAnswer

    public static var operation: Operation { .scanStart }

    /// Passive or active scan.
    public var mode: RadioScanMode
    /// Scan interval in units of 0.625 ms, 4...16384; 0 = the dongle's choice.
    public var interval: UInt16
    /// Scan window in units of 0.625 ms, 4...`interval`; 0 = the dongle's choice.
    public var window: UInt16
    /// Smallest signal in dBm; -128 = no limit. An advert without RSSI passes.
    public var minimumRSSI: Int8
    /// Time during which an equal advert is counted but not reported again. 0 = off; any other
    /// value needs ``Features/coalesce``.
    public var coalescingMs: UInt16
    /// Longest time that an advert may wait to be sent in a batch with others, 0...1000.
    public var batchingMs: UInt16
    /// Filters. An advert passes if any of them matches, or if there are none.
    public var filters: [ScanFilter]

    public init(
        mode: RadioScanMode, interval: UInt16 = 0, window: UInt16 = 0, minimumRSSI: Int8 = -128,
        coalescingMs: UInt16 = 0,
        batchingMs: UInt16 = 20, filters: [ScanFilter] = []
    ) {
        self.mode = mode
        self.interval = interval
        self.window = window
        self.minimumRSSI = minimumRSSI
        self.coalescingMs = coalescingMs
        self.batchingMs = batchingMs
        self.filters = filters
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        mode = try reader.read()
        try reader.skip(1)
        interval = try reader.read()
        window = try reader.read()
        minimumRSSI = try reader.read()
        try reader.skip(1)
        coalescingMs = try reader.read()
        batchingMs = try reader.read()
        var list = try reader.nested()
        filters = try list.readAll()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(mode)
        writer.reserve(1)
        writer.write(interval)
        writer.write(window)
        writer.write(minimumRSSI)
        writer.reserve(1)
        writer.write(coalescingMs)
        writer.write(batchingMs)
        writer.nested { $0.writeAll(filters) }
    }
}

/// A condition for an advert to pass. Source: SPEC.md 9.1.
public struct ScanFilter: WireMessage {
    /// Part of an advert that a filter examines.
    public struct Kind: WireCode {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// 1...6 bytes: beginning of the address, most significant byte first.
        public static let address = Kind(rawValue: 1)
        /// 1...28 bytes: AD type, then the beginning of that AD structure's data.
        public static let structure = Kind(rawValue: 2)
        /// 2 or 16 bytes: a UUID in a list of service UUIDs or at the beginning of service data.
        public static let service = Kind(rawValue: 3)
    }

    /// Part of the advert that the filter examines.
    public let kind: Kind
    /// Bytes that this part must contain.
    public let bytes: [UInt8]

    /// - Parameter bytes: At most 255 bytes, otherwise the result is nil. The dongle decides
    ///   whether they fit the kind.
    public init?(kind: Kind, bytes: [UInt8]) {
        guard bytes.count <= 255 else { return nil }
        self.kind = kind
        self.bytes = bytes
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        kind = try reader.read()
        bytes = try reader.bytes(Int(try reader.read(UInt8.self)))
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(kind)
        writer.write(UInt8(bytes.count))
        writer.write(bytes)
    }
}

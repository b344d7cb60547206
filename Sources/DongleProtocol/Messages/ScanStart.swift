/// Starts the Bluetooth scan, or replaces its parameters. Source: SPEC.md 9.1.
public struct ScanStartRequest: Request {
    public typealias Answer = ScanStartAnswer

    public static var operation: Operation { .scanStart }

    /// Whether scan requests are sent.
    public var mode: RadioScanMode
    /// In units of 0.625 ms, 4...16384; 0 = the dongle's choice.
    public var interval: UInt16
    /// In units of 0.625 ms, 4...`interval`; 0 = the dongle's choice.
    public var window: UInt16
    /// dBm; -128 = none. An advert without RSSI passes.
    public var minimumRSSI: Int8
    /// For how long an equal advert is counted and not reported again; 0 = off, else it needs ``Features/coalesce``.
    public var coalescingMs: UInt16
    /// How long an advert may wait for company, 0...1000.
    public var batchingMs: UInt16
    /// An advert passes if any matches, or if there is none.
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

/// Something an advert must have to pass. Source: SPEC.md 9.1.
public struct ScanFilter: WireMessage {
    /// What a filter looks at.
    public struct Kind: WireCode {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// 1...6 bytes: start of the address, most significant byte first.
        public static let address = Kind(rawValue: 1)
        /// 1...28 bytes: AD type, then the start of that AD structure's data.
        public static let structure = Kind(rawValue: 2)
        /// 2 or 16 bytes: a UUID in a list of service UUIDs or at the head of service data.
        public static let service = Kind(rawValue: 3)
    }

    /// What the filter looks at.
    public let kind: Kind
    /// What it must find there.
    public let bytes: [UInt8]

    /// - Parameter bytes: At most 255, else the result is nil. Whether they fit the kind is for the dongle to say.
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

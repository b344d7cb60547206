/// Lists attributes of the peer. The host repeats the request from the handle at which an answer
/// ends. Source: SPEC.md 10.5.
public struct DiscoverRequest: DeferredRequest {
    public typealias Answer = DiscoverResult

    public static var operation: Operation { .discover }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32
    /// The connection's slot and generation.
    public var connection: Connection
    /// Kind of attributes to list.
    public var what: DiscoveryKind
    /// First handle to list, 1...0xFFFF.
    public var firstHandle: UInt16
    /// Last handle to list, `firstHandle`...0xFFFF.
    public var lastHandle: UInt16

    public init(
        deadlineMs: UInt32, connection: Connection, what: DiscoveryKind, firstHandle: UInt16 = 1,
        lastHandle: UInt16 = 0xFFFF
    ) {
        self.deadlineMs = deadlineMs
        self.connection = connection
        self.what = what
        self.firstHandle = firstHandle
        self.lastHandle = lastHandle
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
        connection = try reader.read()
        what = try reader.read()
        try reader.skip(1)
        firstHandle = try reader.read()
        lastHandle = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
        writer.write(connection)
        writer.write(what)
        writer.reserve(1)
        writer.write(firstHandle)
        writer.write(lastHandle)
    }
}

/// Attributes of the peer, in order of handles. An empty list is a valid result. Source: SPEC.md
/// 10.5.
public struct DiscoverResult: WireMessage {
    /// Handle to continue from; 0 = complete.
    public var nextHandle: UInt16
    /// The attributes found.
    public var records: DiscoveredRecords

    public init(nextHandle: UInt16, records: DiscoveredRecords) {
        self.nextHandle = nextHandle
        self.records = records
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        nextHandle = try reader.read()
        let what: DiscoveryKind = try reader.read()
        var list = try reader.nested()
        switch what {
        case .primaryServices: records = .primaryServices(try list.readAll())
        case .characteristics: records = .characteristics(try list.readAll())
        case .descriptors: records = .descriptors(try list.readAll())
        default: records = .unknown(what, list.rest())
        }
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(nextHandle)
        switch records {
        case .primaryServices(let records):
            writer.write(DiscoveryKind.primaryServices)
            writer.nested { $0.writeAll(records) }
        case .characteristics(let records):
            writer.write(DiscoveryKind.characteristics)
            writer.nested { $0.writeAll(records) }
        case .descriptors(let records):
            writer.write(DiscoveryKind.descriptors)
            writer.nested { $0.writeAll(records) }
        case .unknown(let what, let bytes):
            writer.write(what)
            writer.blob(bytes)
        }
    }
}

/// Records of one kind.
public enum DiscoveredRecords: Sendable, Hashable {
    case primaryServices([ServiceRecord])
    case characteristics([CharacteristicRecord])
    case descriptors([DescriptorRecord])
    /// Records of a kind that this version does not know, as raw bytes.
    case unknown(DiscoveryKind, [UInt8])
}

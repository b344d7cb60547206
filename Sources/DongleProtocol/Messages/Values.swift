/// Reads an attribute value, or a part of it. Source: SPEC.md 10.6.
public struct ReadRequest: DeferredRequest {
    public typealias Answer = ReadResult

    public static var operation: Operation { .read }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32
    /// The connection's slot and generation.
    public var connection: Connection
    /// Attribute handle, 1...0xFFFF.
    public var handle: UInt16
    /// Offset to begin at, 0...511.
    public var offset: UInt16

    public init(deadlineMs: UInt32, connection: Connection, handle: UInt16, offset: UInt16 = 0) {
        self.deadlineMs = deadlineMs
        self.connection = connection
        self.handle = handle
        self.offset = offset
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
        connection = try reader.read()
        handle = try reader.read()
        offset = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
        writer.write(connection)
        writer.write(handle)
        writer.write(offset)
    }
}

/// Result of a read. Source: SPEC.md 10.6.
public struct ReadResult: WireMessage {
    /// Whether the value may continue after these bytes.
    public var more: Bool
    /// The bytes from the offset on, in transmission order.
    public var value: [UInt8]

    public init(more: Bool, value: [UInt8]) {
        self.more = more
        self.value = value
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        more = try reader.read(UInt8.self) == 1
        value = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(more ? 1 as UInt8 : 0)
        writer.blob(value)
    }
}

/// Writes an attribute value. The peer acknowledges it. Source: SPEC.md 10.7.
public struct WriteRequest: DeferredRequest {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .write }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32
    /// The connection's slot and generation.
    public var connection: Connection
    /// Attribute handle, 1...0xFFFF.
    public var handle: UInt16
    /// Value of 0...512 bytes.
    public var value: [UInt8]

    public init(deadlineMs: UInt32, connection: Connection, handle: UInt16, value: [UInt8]) {
        self.deadlineMs = deadlineMs
        self.connection = connection
        self.handle = handle
        self.value = value
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
        connection = try reader.read()
        handle = try reader.read()
        value = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
        writer.write(connection)
        writer.write(handle)
        writer.blob(value)
    }
}

/// Writes an attribute value without acknowledgement. OK only means that the write is queued.
/// Source: SPEC.md 10.7.
public struct WriteCommandRequest: Request {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .writeCommand }

    /// The connection's slot and generation.
    public var connection: Connection
    /// Attribute handle, 1...0xFFFF.
    public var handle: UInt16
    /// Value of at most the ATT MTU minus 3 bytes.
    public var value: [UInt8]

    public init(connection: Connection, handle: UInt16, value: [UInt8]) {
        self.connection = connection
        self.handle = handle
        self.value = value
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        connection = try reader.read()
        handle = try reader.read()
        value = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(connection)
        writer.write(handle)
        writer.blob(value)
    }
}

/// Turns notifications or indications on or off. Source: SPEC.md 10.8.
public struct SubscribeRequest: DeferredRequest {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .subscribe }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32
    /// The connection's slot and generation.
    public var connection: Connection
    /// Handle of the Client Characteristic Configuration descriptor.
    public var handle: UInt16
    /// Kind of updates to ask the peer for.
    public var mode: SubscriptionMode

    public init(deadlineMs: UInt32, connection: Connection, handle: UInt16, mode: SubscriptionMode) {
        self.deadlineMs = deadlineMs
        self.connection = connection
        self.handle = handle
        self.mode = mode
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
        connection = try reader.read()
        handle = try reader.read()
        mode = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
        writer.write(connection)
        writer.write(handle)
        writer.write(mode)
    }
}

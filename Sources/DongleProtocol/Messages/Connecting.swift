/// Connects to a peripheral. Source: SPEC.md 10.2.
public struct ConnectRequest: DeferredRequest {
    public typealias Answer = ConnectResult

    public static var operation: Operation { .connect }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32
    /// Address of the peripheral.
    public var address: Address
    /// Kind of the address: public or random.
    public var addressType: PeerAddressType
    /// Shortest connection interval in units of 1.25 ms, 6...3200; 0 = the dongle's choice.
    public var lowestInterval: UInt16
    /// Longest connection interval in units of 1.25 ms.
    public var highestInterval: UInt16
    /// Number of connection events that the peripheral may skip, 0...499.
    public var latency: UInt16
    /// Supervision timeout in units of 10 ms, 10...3200; 0 = the dongle's choice.
    public var supervisionTimeout: UInt16

    public init(
        deadlineMs: UInt32, address: Address, addressType: PeerAddressType, lowestInterval: UInt16 = 0,
        highestInterval: UInt16 = 0, latency: UInt16 = 0, supervisionTimeout: UInt16 = 0
    ) {
        self.deadlineMs = deadlineMs
        self.address = address
        self.addressType = addressType
        self.lowestInterval = lowestInterval
        self.highestInterval = highestInterval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
        address = try reader.read()
        addressType = try reader.read()
        try reader.skip(1)
        lowestInterval = try reader.read()
        highestInterval = try reader.read()
        latency = try reader.read()
        supervisionTimeout = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
        writer.write(address)
        writer.write(addressType)
        writer.reserve(1)
        writer.write(lowestInterval)
        writer.write(highestInterval)
        writer.write(latency)
        writer.write(supervisionTimeout)
    }
}

/// An established connection. Source: SPEC.md 10.2.
public struct ConnectResult: WireMessage {
    /// The connection's slot and generation.
    public var connection: Connection
    /// ATT MTU.
    public var mtu: UInt16
    /// Connection interval in units of 1.25 ms.
    public var interval: UInt16

    public init(connection: Connection, mtu: UInt16, interval: UInt16) {
        self.connection = connection
        self.mtu = mtu
        self.interval = interval
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        connection = try reader.read()
        mtu = try reader.read()
        interval = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(connection)
        writer.write(mtu)
        writer.write(interval)
    }
}

/// Ends a connection. Source: SPEC.md 10.3.
public struct DisconnectRequest: DeferredRequest {
    public typealias Answer = EmptyAnswer

    public static var operation: Operation { .disconnect }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32
    /// The connection's slot and generation.
    public var connection: Connection

    public init(deadlineMs: UInt32, connection: Connection) {
        self.deadlineMs = deadlineMs
        self.connection = connection
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
        connection = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
        writer.write(connection)
    }
}

/// Exchanges the ATT MTU, once per connection. Source: SPEC.md 10.4.
public struct ExchangeMTURequest: DeferredRequest {
    public typealias Answer = ExchangeMTUResult

    public static var operation: Operation { .exchangeMTU }

    /// Longest duration of the operation, counted from the request's arrival, 100...600,000 ms.
    public var deadlineMs: UInt32
    /// The connection's slot and generation.
    public var connection: Connection
    /// The wanted MTU, 23...517.
    public var mtu: UInt16

    public init(deadlineMs: UInt32, connection: Connection, mtu: UInt16) {
        self.deadlineMs = deadlineMs
        self.connection = connection
        self.mtu = mtu
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        deadlineMs = try reader.read()
        connection = try reader.read()
        mtu = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(deadlineMs)
        writer.write(connection)
        writer.write(mtu)
    }
}

/// The ATT MTU of a connection. Source: SPEC.md 10.4.
public struct ExchangeMTUResult: WireMessage {
    /// The MTU in effect.
    public var mtu: UInt16

    public init(mtu: UInt16) {
        self.mtu = mtu
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        mtu = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(mtu)
    }
}

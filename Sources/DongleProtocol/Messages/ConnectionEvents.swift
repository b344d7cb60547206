/// CONNECTED: a connection was made. Source: SPEC.md 10.2.
public struct Connected: WireMessage {
    /// Connection that the event is about.
    public var connection: Connection
    /// The peer's address.
    public var address: Address
    /// Kind of the peer's address.
    public var addressType: PeerAddressType
    /// ATT MTU.
    public var mtu: UInt16
    /// Connection interval in units of 1.25 ms.
    public var interval: UInt16
    /// The dongle's uptime, which wraps after 49.7 days.
    public var uptimeMs: UInt32

    public init(
        connection: Connection, address: Address, addressType: PeerAddressType, mtu: UInt16, interval: UInt16,
        uptimeMs: UInt32
    ) {
        self.connection = connection
        self.address = address
        self.addressType = addressType
        self.mtu = mtu
        self.interval = interval
        self.uptimeMs = uptimeMs
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        connection = try reader.read()
        address = try reader.read()
        addressType = try reader.read()
        try reader.skip(1)
        mtu = try reader.read()
        interval = try reader.read()
        uptimeMs = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(connection)
        writer.write(address)
        writer.write(addressType)
        writer.reserve(1)
        writer.write(mtu)
        writer.write(interval)
        writer.write(uptimeMs)
    }
}

/// DISCONNECTED: a connection ended, and its slot is free. Source: SPEC.md 10.9.
public struct Disconnected: WireMessage {
    /// Connection that the event is about.
    public var connection: Connection
    /// The controller's reason.
    public var status: Status
    /// The dongle's uptime, which wraps after 49.7 days.
    public var uptimeMs: UInt32

    public init(connection: Connection, status: Status, uptimeMs: UInt32) {
        self.connection = connection
        self.status = status
        self.uptimeMs = uptimeMs
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        connection = try reader.read()
        status = try reader.read()
        uptimeMs = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(connection)
        writer.write(status)
        writer.write(uptimeMs)
    }
}

/// NOTIFICATION and INDICATION: a peer sent a value. Source: SPEC.md 10.8.
public struct Notification: WireMessage {
    /// Connection that the event is about.
    public var connection: Connection
    /// Handle of the value.
    public var handle: UInt16
    /// The dongle's uptime, which wraps after 49.7 days.
    public var uptimeMs: UInt32
    /// The value's bytes, in transmission order.
    public var value: [UInt8]

    public init(connection: Connection, handle: UInt16, uptimeMs: UInt32, value: [UInt8]) {
        self.connection = connection
        self.handle = handle
        self.uptimeMs = uptimeMs
        self.value = value
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        connection = try reader.read()
        handle = try reader.read()
        uptimeMs = try reader.read()
        value = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(connection)
        writer.write(handle)
        writer.write(uptimeMs)
        writer.blob(value)
    }
}

/// LOST: notifications of a connection were lost for lack of room. Source: SPEC.md 10.8.
public struct Lost: WireMessage {
    /// Connection that the event is about.
    public var connection: Connection
    /// Number of notifications lost since the previous LOST.
    public var count: UInt32

    public init(connection: Connection, count: UInt32) {
        self.connection = connection
        self.count = count
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        connection = try reader.read()
        count = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(connection)
        writer.write(count)
    }
}

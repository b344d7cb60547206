/// Counters since the dongle's start. Source: SPEC.md 8.3.
public struct LinkCounters: WireMessage {
    /// Frames received.
    public var received: UInt32
    /// Byte sequences rejected as malformed or short.
    public var rejectedMalformed: UInt32
    /// Byte sequences rejected for their CRC.
    public var rejectedCRC: UInt32
    /// Byte sequences rejected as too long.
    public var rejectedOverflow: UInt32
    /// Frames of a wrong kind, direction, session or version.
    public var droppedFrames: UInt32
    /// Frames sent.
    public var sent: UInt32
    /// Adverts that were equal to one queued before and therefore merged with it.
    public var advertsCoalesced: UInt32
    /// Adverts dropped for lack of room.
    public var advertsDropped: UInt32
    /// Log lines dropped for lack of room.
    public var logLinesDropped: UInt32

    public init(
        received: UInt32 = 0, rejectedMalformed: UInt32 = 0, rejectedCRC: UInt32 = 0, rejectedOverflow: UInt32 = 0,
        droppedFrames: UInt32 = 0, sent: UInt32 = 0, advertsCoalesced: UInt32 = 0, advertsDropped: UInt32 = 0,
        logLinesDropped: UInt32 = 0
    ) {
        self.received = received
        self.rejectedMalformed = rejectedMalformed
        self.rejectedCRC = rejectedCRC
        self.rejectedOverflow = rejectedOverflow
        self.droppedFrames = droppedFrames
        self.sent = sent
        self.advertsCoalesced = advertsCoalesced
        self.advertsDropped = advertsDropped
        self.logLinesDropped = logLinesDropped
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        received = try reader.read()
        rejectedMalformed = try reader.read()
        rejectedCRC = try reader.read()
        rejectedOverflow = try reader.read()
        droppedFrames = try reader.read()
        sent = try reader.read()
        advertsCoalesced = try reader.read()
        advertsDropped = try reader.read()
        logLinesDropped = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(received)
        writer.write(rejectedMalformed)
        writer.write(rejectedCRC)
        writer.write(rejectedOverflow)
        writer.write(droppedFrames)
        writer.write(sent)
        writer.write(advertsCoalesced)
        writer.write(advertsDropped)
        writer.write(logLinesDropped)
    }
}

/// A connection slot in use. Source: SPEC.md 8.3.
public struct ConnectionState: WireMessage {
    /// The slot and its current generation.
    public var connection: Connection
    /// State of the connection.
    public var phase: ConnectionPhase
    /// Kind of the peer's address.
    public var addressType: PeerAddressType
    /// The peer's address.
    public var address: Address
    /// ATT MTU.
    public var mtu: UInt16
    /// Notifications that were lost and not yet reported by a LOST event.
    public var lostNotifications: UInt32

    public init(
        connection: Connection, phase: ConnectionPhase, addressType: PeerAddressType, address: Address, mtu: UInt16,
        lostNotifications: UInt32
    ) {
        self.connection = connection
        self.phase = phase
        self.addressType = addressType
        self.address = address
        self.mtu = mtu
        self.lostNotifications = lostNotifications
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        connection = try reader.read()
        phase = try reader.read()
        addressType = try reader.read()
        address = try reader.read()
        mtu = try reader.read()
        lostNotifications = try reader.read()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(connection)
        writer.write(phase)
        writer.write(addressType)
        writer.write(address)
        writer.write(mtu)
        writer.write(lostNotifications)
    }
}

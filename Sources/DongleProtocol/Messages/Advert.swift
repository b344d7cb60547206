/// One advert of an ``AdvertBatch``. Source: SPEC.md 9.3.
public struct Advert: WireMessage {
    /// Time since the batch's first advert.
    public var offsetMs: UInt16
    /// The advertiser's address.
    public var address: Address
    /// Kind of the advert.
    public var traits: AdvertTraits
    /// Signal in dBm; 127 = not available.
    public var rssiDBm: Int8
    /// Radio channel, 0...39; 255 = unknown.
    public var channel: UInt8
    /// The AD structures, unchanged.
    public var data: [UInt8]

    public init(
        offsetMs: UInt16, address: Address, traits: AdvertTraits, rssiDBm: Int8, channel: UInt8, data: [UInt8]
    ) {
        self.offsetMs = offsetMs
        self.address = address
        self.traits = traits
        self.rssiDBm = rssiDBm
        self.channel = channel
        self.data = data
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        offsetMs = try reader.read()
        address = try reader.read()
        traits = try reader.read()
        rssiDBm = try reader.read()
        channel = try reader.read()
        data = try reader.blob()
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(offsetMs)
        writer.write(address)
        writer.write(traits)
        writer.write(rssiDBm)
        writer.write(channel)
        writer.blob(data)
    }
}

/// Byte that describes the kind of an advert. Source: SPEC.md 9.3.
///
/// ```
///  7   6   5   4   3   2   1   0
/// +---------------+---+---+-------+
/// | PDU type      |cut| 0 | addr. |
/// +---------------+---+---+-------+
/// ```
public struct AdvertTraits: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public init(addressType: PeerAddressType, pdu: PDUType, isTruncated: Bool = false) {
        rawValue = addressType.rawValue & 0x03 | (isTruncated ? 0x08 : 0) | pdu.rawValue << 4
    }

    /// Kind of the advertiser's address.
    public var addressType: PeerAddressType { PeerAddressType(rawValue: rawValue & 0x03) }

    /// Type of the advert's PDU.
    public var pdu: PDUType { PDUType(rawValue: rawValue >> 4) }

    /// Whether the dongle truncated the data to make it fit.
    public var isTruncated: Bool { rawValue & 0x08 != 0 }
}

/// One advert of an ``AdvertBatch``. Source: SPEC.md 9.3.
public struct Advert: WireMessage {
    /// Time since the batch's first advert.
    public var offsetMs: UInt16
    /// The advertiser's address.
    public var address: Address
    /// What kind of advert it is.
    public var traits: AdvertTraits
    /// 127 = not available.
    public var rssiDBm: Int8
    /// 0...39; 255 = not known.
    public var channel: UInt8
    /// The AD structures, untouched.
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

/// The byte that says what kind of advert it is. Source: SPEC.md 9.3.
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

    /// What kind of address the advertiser's is.
    public var addressType: PeerAddressType { PeerAddressType(rawValue: rawValue & 0x03) }

    /// The PDU it came in.
    public var pdu: PDUType { PDUType(rawValue: rawValue >> 4) }

    /// Whether the dongle cut the data to make it fit.
    public var isTruncated: Bool { rawValue & 0x08 != 0 }
}

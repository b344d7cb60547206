import Advertising

/// A link-layer packet that may have carried an advert, after the pseudo header of captures.
///
/// The packet is rebuilt, not recorded: a receiver reports the advertiser, the type of packet and
/// the data. Every other bit is set as by the simplest sender, and the CRC is computed.
///
///     channel | power | noise | AA errors | reference AA, 4 | flags, 2
///     || AA, 4 | header, 2 | payload | CRC, 3
///
/// Source: LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR; Core Specification, Vol 6, Part B, 2.3.
struct LinkLayerPacket {
    /// Maximum data in one packet of extended advertising with the header built here, in bytes.
    static let dataLimit = 255 - extendedHeaderLength - 1
    private static let legacyDataLimit = 31
    /// Flags, address, advertising data info.
    private static let extendedHeaderLength = 1 + 6 + 2

    /// Access address of all advertising channels.
    private static let accessAddress: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E]

    let bytes: [UInt8]

    /// - Returns: Nil if the data is longer than ``dataLimit``: it came in a chain of packets.
    init?(_ advert: RecordedAdvert) {
        let isExtended = LinkLayerPacket.isExtended(advert)
        guard !isExtended || advert.data.count <= LinkLayerPacket.dataLimit else { return nil }
        let pdu = isExtended ? LinkLayerPacket.extendedPDU(advert) : LinkLayerPacket.legacyPDU(advert)
        bytes =
            LinkLayerPacket.pseudoHeader(advert, isExtended: isExtended) + LinkLayerPacket.accessAddress + pdu
            + LinkLayerCRC.bytes(of: pdu)
    }

    private static func isExtended(_ advert: RecordedAdvert) -> Bool {
        switch advert.pdu {
        case .extended: true
        // A directed legacy packet has its target's address in place of data.
        case .directed: !advert.data.isEmpty
        default: advert.data.count > legacyDataLimit
        }
    }

    /// AdvA, then the data. A directed packet's target is not recorded; zeros stand for it.
    private static func legacyPDU(_ advert: RecordedAdvert) -> [UInt8] {
        let type: AdvertisingPDUType =
            switch advert.pdu {
            case .connectable, .directed, .scanResponse, .scannable: advert.pdu
            // For an unknown type, this claims nothing about the device: neither connectable nor
            // scannable.
            default: .nonConnectable
            }
        let rest = type == .directed ? [UInt8](repeating: 0, count: 6) : advert.data
        return header(type, advert, length: 6 + rest.count) + advert.address.littleEndianBytes + rest
    }

    /// AUX_ADV_IND, neither connectable nor scannable. The advertising set and data id are not
    /// recorded, so they are zero.
    private static func extendedPDU(_ advert: RecordedAdvert) -> [UInt8] {
        let hasAddressAndDataInfo: UInt8 = 1 << 0 | 1 << 3
        let extendedHeader =
            [UInt8(extendedHeaderLength), hasAddressAndDataInfo] + advert.address.littleEndianBytes + [0, 0]
        return header(.extended, advert, length: extendedHeader.count + advert.data.count) + extendedHeader
            + advert.data
    }

    private static func header(_ type: AdvertisingPDUType, _ advert: RecordedAdvert, length: Int) -> [UInt8] {
        let randomAddress: UInt8 = advert.addressType == .random ? 1 << 6 : 0
        return [type.rawValue | randomAddress, UInt8(length)]
    }

    private static func pseudoHeader(_ advert: RecordedAdvert, isExtended: Bool) -> [UInt8] {
        // No receiver has checked this CRC, so no flag states a result: programs that read the file
        // check it themselves.
        var flags: PacketFlags = [.dewhitened, .referenceAccessAddressValid]
        // An extended packet with data is never sent on a primary channel.
        let channel = advert.channel.flatMap { ($0 >= 37) == isExtended ? nil : $0 }
        if channel == nil { flags.insert(.channelAliased) }
        if isExtended { flags.insert(.auxiliaryAdvertising) }
        let powerIsKnown = advert.rssiDBm != 127
        if powerIsKnown { flags.insert(.signalPowerValid) }
        let power = powerIsKnown ? UInt8(bitPattern: advert.rssiDBm) : 0
        return [radioChannel(channel ?? (isExtended ? 0 : 37)), power, 0, 0] + accessAddress
            + [UInt8(truncatingIfNeeded: flags.rawValue), UInt8(flags.rawValue >> 8)]
    }

    /// Returns the channel's position in order of frequency: the primary channels are at both ends
    /// and in between.
    private static func radioChannel(_ channel: UInt8) -> UInt8 {
        switch channel {
        case 37: 0
        case 38: 12
        case 39: 39
        case ...10: channel + 1
        default: channel + 2
        }
    }
}

/// Flags of the pseudo header.
private struct PacketFlags: OptionSet {
    let rawValue: UInt16

    static let dewhitened = PacketFlags(rawValue: 0x0001)
    static let signalPowerValid = PacketFlags(rawValue: 0x0002)
    static let referenceAccessAddressValid = PacketFlags(rawValue: 0x0010)
    /// Closest available flag for an unknown channel.
    static let channelAliased = PacketFlags(rawValue: 0x0040)
    static let auxiliaryAdvertising = PacketFlags(rawValue: 0x0080)
}

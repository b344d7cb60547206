/// Encodes adverts as a pcapng capture that Wireshark opens: ``header`` once, then ``packet(for:)`` for each.
///
/// The packets in it are rebuilt, not recorded: header bits that receivers do not report are made up, packets of unknown
/// kind appear as ADV_NONCONN_IND, and CRCs are computed. Where the channel is not known, 37 is given (0 for extended
/// advertising) and marked as aliased. The interface's description says so to whoever opens the file.
///
/// Source: PCAP Next Generation Capture File Format; LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR (256).
package struct PcapngEncoder: Sendable {
    /// The section header and interface blocks, with which the file begins.
    package let header: [UInt8]

    private static let linkType: UInt16 = 256

    /// - Parameters:
    ///   - application: Who writes the file.
    ///   - interface: What heard the adverts: a dongle's or a recording's name.
    ///   - isSimulated: Marks the interface and the file as SIMULATED.
    package init(application: String, interface: String, isSimulated: Bool) {
        let mark = isSimulated ? "SIMULATED. " : ""
        let description =
            "\(mark)Link-layer packets rebuilt from reported adverts, not recorded: header bits, CRC, and packet type "
            + "and channel where unknown, are made up"

        header =
            PcapngBlock.section(
                application: application, comment: isSimulated ? "SIMULATED: no radio heard these packets" : nil)
            + PcapngBlock.interface(
                linkType: PcapngEncoder.linkType, name: isSimulated ? "\(interface) (SIMULATED)" : interface,
                description: description)
    }

    /// One advert's packet block.
    ///
    /// - Returns: Nil when the advert has more than 245 bytes of data, which takes a chain of packets.
    package func packet(for advert: RecordedAdvert) -> [UInt8]? {
        guard let packet = LinkLayerPacket(advert) else { return nil }
        // A time past the format's 64 bits, half a million years from now, is cut to them.
        let microseconds = UInt64(exactly: (advert.timeSeconds * 1_000_000).rounded()) ?? .max
        let length = UInt32(packet.bytes.count)
        var body: [UInt8] = []
        body.reserveCapacity(packet.bytes.count + 24)
        body.append32(0)
        body.appendTime(microseconds: microseconds)
        body.append32(length)
        body.append32(length)
        body += packet.bytes
        body.pad()
        return PcapngBlock.block(PcapngBlock.enhancedPacket, body)
    }
}

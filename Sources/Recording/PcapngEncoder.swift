/// Encodes adverts as a pcapng capture for Wireshark: ``header`` once, then ``packet(for:)`` for
/// each advert, and finally ``statistics(_:microsecondsSince1970:)``.
///
/// The packets are rebuilt, not recorded: header bits that receivers do not report are made up,
/// packets of unknown type appear as ADV_NONCONN_IND, and CRCs are computed. An unknown channel is
/// given as 37 (0 for extended advertising) and marked as aliased. The interface's description
/// states this for the reader of the file.
///
/// Source: PCAP Next Generation Capture File Format; LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR (256).
package struct PcapngEncoder: Sendable {
    /// Section header and interface block, with which the file begins.
    package let header: [UInt8]

    private static let linkType: UInt16 = 256

    /// - Parameters:
    ///   - application: Program that writes the file.
    ///   - interface: Source of the adverts: the name of a dongle or recording.
    ///   - isSimulated: Whether to mark the interface and the file as SIMULATED.
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

    /// Counts of a capture.
    package struct Counts: Sendable, Hashable {
        /// Adverts that reached the writer of the capture, filtered ones included.
        package var received: UInt64
        /// Adverts that a dongle heard and that did not reach the gateway.
        package var lost: UInt64
        /// Adverts that were dropped because the writer or its reader was too slow.
        package var missed: UInt64
        /// Received adverts that did not pass the filters.
        package var filtered: UInt64
        /// Adverts that passed, and do not fit in a packet.
        package var omitted: UInt64

        package init(received: UInt64, lost: UInt64, missed: UInt64, filtered: UInt64, omitted: UInt64) {
            self.received = received
            self.lost = lost
            self.missed = missed
            self.filtered = filtered
            self.omitted = omitted
        }
    }

    /// Encodes the counts, for the end of the file.
    package func statistics(_ counts: Counts, microsecondsSince1970: Int64) -> [UInt8] {
        let passed = counts.received - min(counts.filtered, counts.received)
        return PcapngBlock.statistics(
            interface: 0, microsecondsSince1970: microsecondsSince1970,
            counts: [
                // isb_ifrecv, isb_ifdrop, isb_filteraccept, isb_osdrop, isb_usrdeliv.
                (4, counts.received + counts.lost + counts.missed), (5, counts.lost), (6, passed), (7, counts.missed),
                (8, passed - min(counts.omitted, passed)),
            ])
    }

    /// Encodes one advert as a packet block.
    ///
    /// - Returns: Nil if the advert has more than 245 bytes of data, which need a chain of packets.
    package func packet(for advert: RecordedAdvert) -> [UInt8]? {
        guard let packet = LinkLayerPacket(advert) else { return nil }
        // The format's time has 64 bits, which last for half a million years; a later time is
        // clamped.
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

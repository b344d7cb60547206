/// Encodes adverts as a pcapng capture that Wireshark opens: ``header`` once, then ``packet(for:)`` for each.
///
/// The packets in it are rebuilt, not recorded: header bits that receivers do not report are made up, packets of unknown
/// kind appear as ADV_NONCONN_IND, and CRCs are computed. Where the channel is not known, 37 is given (0 for extended
/// advertising) and marked as aliased. The interface's description says so to whoever opens the file.
///
/// Source: PCAP Next Generation Capture File Format; LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR (256).
public struct PcapngEncoder: Sendable {
    /// The section header and interface blocks, with which the file begins.
    public let header: [UInt8]

    private enum BlockType {
        static let sectionHeader: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        static let enhancedPacket: UInt32 = 6
    }

    private static let linkType: UInt16 = 256

    /// - Parameters:
    ///   - application: Who writes the file.
    ///   - interface: What heard the adverts: a dongle's or a recording's name.
    ///   - isSimulated: Marks the interface and the file as SIMULATED.
    public init(application: String, interface: String, isSimulated: Bool) {
        let mark = isSimulated ? "SIMULATED. " : ""
        let description =
            "\(mark)Link-layer packets rebuilt from reported adverts, not recorded: header bits, CRC, and packet type "
            + "and channel where unknown, are made up"

        var section: [UInt8] = []
        section.append32(0x1A2B_3C4D)
        section.append16(1)
        section.append16(0)
        // The section's length is not stated, so that packets can be appended.
        section.append64(.max)
        if isSimulated { section.appendOption(1, text: "SIMULATED: no radio heard these packets") }
        section.appendOption(4, text: application)
        section.appendEndOfOptions()

        var device: [UInt8] = []
        device.append16(PcapngEncoder.linkType)
        device.append16(0)
        // No limit on a packet's length.
        device.append32(0)
        device.appendOption(2, text: isSimulated ? "\(interface) (SIMULATED)" : interface)
        device.appendOption(3, text: description)
        // Timestamps count microseconds.
        device.appendOption(9, value: [6])
        device.appendEndOfOptions()

        header =
            PcapngEncoder.block(BlockType.sectionHeader, section) + PcapngEncoder.block(BlockType.interface, device)
    }

    /// One advert's packet block.
    ///
    /// - Returns: Nil when the advert has more than 245 bytes of data, which takes a chain of packets.
    public func packet(for advert: RecordedAdvert) -> [UInt8]? {
        guard let packet = LinkLayerPacket(advert) else { return nil }
        // A time past the format's 64 bits, half a million years from now, is cut to them.
        let microseconds = UInt64(exactly: (advert.timeSeconds * 1_000_000).rounded()) ?? .max
        let length = UInt32(packet.bytes.count)
        var body: [UInt8] = []
        body.reserveCapacity(packet.bytes.count + 24)
        body.append32(0)
        body.append32(UInt32(truncatingIfNeeded: microseconds >> 32))
        body.append32(UInt32(truncatingIfNeeded: microseconds))
        body.append32(length)
        body.append32(length)
        body += packet.bytes
        body.pad()
        return PcapngEncoder.block(BlockType.enhancedPacket, body)
    }

    /// A block's length stands before and after its body.
    private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let length = UInt32(body.count + 12)
        var block: [UInt8] = []
        block.reserveCapacity(body.count + 12)
        block.append32(type)
        block.append32(length)
        block += body
        block.append32(length)
        return block
    }
}

// Little-endian fields; blocks and options are padded to four bytes.
extension [UInt8] {
    fileprivate mutating func append16(_ value: UInt16) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append32(_ value: UInt32) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append64(_ value: UInt64) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func pad() {
        append(contentsOf: repeatElement(0, count: (4 - count % 4) % 4))
    }

    fileprivate mutating func appendOption(_ code: UInt16, text: String) {
        // An option's length has 16 bits; no name or comment is worth that many.
        appendOption(code, value: [UInt8](text.utf8.prefix(1024)))
    }

    fileprivate mutating func appendOption(_ code: UInt16, value: [UInt8]) {
        append16(code)
        append16(UInt16(value.count))
        self += value
        pad()
    }

    fileprivate mutating func appendEndOfOptions() {
        append32(0)
    }
}

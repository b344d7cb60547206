/// Encodes traffic of serial lines as pcapng: ``header``, an interface for each line, packets, and
/// finally statistics with the lost packets.
///
/// A packet is a stretch of the line, unchanged and with its delimiters, of link type 147
/// (LINKTYPE_USER0); its flags state the direction. `tools/wireshark/perch.lua` dissects it.
struct WireTraceEncoder: Sendable {
    static let linkType: UInt16 = 147
    static let simulatedComment = "SIMULATED: no radio was used"

    /// Program that writes the file.
    let application: String
    /// Whether every line of the file leads to a simulated dongle.
    let isSimulated: Bool

    /// First blocks of the file.
    var header: [UInt8] {
        PcapngBlock.section(application: application, comment: isSimulated ? Self.simulatedComment : nil)
    }

    /// Encodes one line. Lines are numbered from 0 in the order of their blocks.
    func interface(named name: String) -> [UInt8] {
        let mark = isSimulated ? "SIMULATED. " : ""
        return PcapngBlock.interface(
            linkType: Self.linkType, name: isSimulated ? "\(name) (SIMULATED)" : name,
            description: "\(mark)Serial line of a Perch dongle; inbound is from the dongle to the host")
    }

    /// Properties of a packet besides its bytes.
    struct Packet: Sendable {
        var line: Int
        var direction: WireDirection
        var microsecondsSince1970: Int64
        /// Number of stretches of the line that were dropped since the previous packet.
        var droppedBefore: UInt64 = 0
        var comment: String?
    }

    /// Appends one packet's block.
    static func append(_ packet: Packet, bytes: UnsafeRawBufferPointer, to blocks: inout [UInt8]) {
        let start = blocks.count
        blocks.append32(PcapngBlock.enhancedPacket)
        blocks.append32(0)
        blocks.append32(UInt32(truncatingIfNeeded: packet.line))
        blocks.appendTime(microseconds: UInt64(max(0, packet.microsecondsSince1970)))
        blocks.append32(UInt32(truncatingIfNeeded: bytes.count))
        blocks.append32(UInt32(truncatingIfNeeded: bytes.count))
        blocks.append(contentsOf: bytes)
        // Blocks are multiples of four bytes, so padding the buffer pads the block.
        blocks.pad()
        if let comment = packet.comment { blocks.appendOption(1, text: comment) }
        blocks.append16(2)
        blocks.append16(4)
        blocks.append32(packet.direction == .received ? 1 : 2)
        if packet.droppedBefore > 0 {
            blocks.append16(4)
            blocks.append16(8)
            blocks.append64(packet.droppedBefore)
        }
        blocks.appendEndOfOptions()
        let length = UInt32(truncatingIfNeeded: blocks.count - start + 4)
        blocks.append32(length)
        withUnsafeBytes(of: length.littleEndian) { blocks.replaceSubrange(start + 4..<start + 8, with: $0) }
    }

    /// Encodes the totals of a line, for the end of the file.
    ///
    /// - Parameters:
    ///   - passed: Number of stretches, including dropped ones.
    ///   - dropped: Number of stretches that are not in the file.
    static func statistics(
        line: Int, microsecondsSince1970: Int64, passed: UInt64, dropped: UInt64
    ) -> [UInt8] {
        PcapngBlock.statistics(
            interface: line, microsecondsSince1970: microsecondsSince1970, counts: [(4, passed), (5, dropped)])
    }
}

/// Direction of bytes on a dongle's line.
enum WireDirection: Int, Sendable {
    /// From the dongle to the host.
    case received = 0
    case sent = 1
}

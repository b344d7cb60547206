/// One packet of the beacon's protocol, in either direction.
///
///     0    1    2        3       4 …          4 + length
///     4E   4F   command  length  data (0…255) checksum
///
/// The checksum is the exclusive or of command, length and data. That answers have this form is assumed.
package struct CP28Packet: Sendable, Hashable {
    package var command: CP28Command
    /// 0...255 bytes.
    package let data: [UInt8]

    /// Why bytes are no packet.
    package enum Malformation: Error, Sendable, Hashable {
        /// Fewer than the five bytes that the shortest has.
        case tooShort
        /// It does not begin with 4E 4F.
        case noHeader
        /// The length says another number of bytes of data than there are.
        case wrongLength(stated: Int, found: Int)
        case wrongChecksum(stated: UInt8, computed: UInt8)
    }

    private static let header: [UInt8] = [0x4E, 0x4F]
    private static let frameLength = 5

    /// - Returns: Nil where there are more than 255 bytes.
    package init?(_ command: CP28Command, _ data: [UInt8] = []) {
        guard data.count <= Int(UInt8.max) else { return nil }
        self.command = command
        self.data = data
    }

    /// Reads one whole packet.
    package init(_ bytes: [UInt8]) throws(Malformation) {
        guard bytes.count >= CP28Packet.frameLength else { throw .tooShort }
        guard bytes.starts(with: CP28Packet.header) else { throw .noHeader }
        let (stated, found) = (Int(bytes[3]), bytes.count - CP28Packet.frameLength)
        guard stated == found else { throw .wrongLength(stated: stated, found: found) }
        let computed = CP28Packet.checksum(bytes[2..<bytes.count - 1])
        guard let sent = bytes.last, sent == computed else {
            throw .wrongChecksum(stated: bytes[bytes.count - 1], computed: computed)
        }
        command = CP28Command(rawValue: bytes[2])
        data = Array(bytes[4..<bytes.count - 1])
    }

    /// As it goes over the air, 5...260 bytes.
    package var bytes: [UInt8] {
        let body = [command.rawValue, UInt8(truncatingIfNeeded: data.count)] + data
        return CP28Packet.header + body + [CP28Packet.checksum(body[...])]
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 { bytes.reduce(0, ^) }
}

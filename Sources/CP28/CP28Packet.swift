/// A packet of the beacon's protocol, in either direction.
///
///     0    1    2        3       4 …          4 + length
///     4E   4F   command  length  data (0…255) checksum
///
/// The checksum is the exclusive or of command, length and data. It is assumed that answers have
/// this form, too.
package struct CP28Packet: Sendable, Hashable {
    package var command: CP28Command
    /// 0...255 bytes.
    package let data: [UInt8]

    /// Reason why bytes are not a packet.
    package enum Malformation: Error, Sendable, Hashable {
        /// The bytes are fewer than five, the length of the shortest packet.
        case tooShort
        /// The bytes do not begin with 4E 4F.
        case noHeader
        /// The stated length differs from the number of data bytes.
        case wrongLength(stated: Int, found: Int)
        case wrongChecksum(stated: UInt8, computed: UInt8)
    }

    private static let header: [UInt8] = [0x4E, 0x4F]
    private static let frameLength = 5

    /// - Returns: Nil if `data` has more than 255 bytes.
    package init?(_ command: CP28Command, _ data: [UInt8] = []) {
        guard data.count <= Int(UInt8.max) else { return nil }
        self.command = command
        self.data = data
    }

    /// Decodes one complete packet.
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

    /// Bytes sent over the air, 5...260.
    package var bytes: [UInt8] {
        let body = [command.rawValue, UInt8(truncatingIfNeeded: data.count)] + data
        return CP28Packet.header + body + [CP28Packet.checksum(body[...])]
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 { bytes.reduce(0, ^) }
}

import Testing

@testable import CP28

@Suite struct CP28PacketTests {
    @Test("a packet is header, command, length, data and the exclusive or of what follows the header")
    func bytes() throws {
        let packet = try #require(CP28Packet(.major, [0x04, 0xB1]))
        #expect(packet.bytes == [0x4E, 0x4F, 0x75, 0x02, 0x04, 0xB1, 0xC2])
        #expect(CP28Packet(.save)?.bytes == [0x4E, 0x4F, 0x60, 0x00, 0x60])
    }

    @Test("what was written can be read", arguments: [0, 1, 20, 255])
    func roundTrip(_ length: Int) throws {
        let packet = try #require(CP28Packet(.name, (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
        #expect(try CP28Packet(packet.bytes) == packet)
    }

    @Test("more than 255 bytes are no packet")
    func tooLong() {
        #expect(CP28Packet(.name, [UInt8](repeating: 0, count: 256)) == nil)
    }

    @Test("each flipped bit is noticed")
    func flippedBits() throws {
        let packet = try #require(CP28Packet(.uuid, Array(0..<16)))
        for bit in 0..<packet.bytes.count * 8 {
            var bytes = packet.bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CP28Packet.Malformation.self, "bit \(bit)") { try CP28Packet(bytes) }
        }
    }

    @Test("what is no packet says why")
    func malformed() {
        let cases: [([UInt8], CP28Packet.Malformation)] = [
            ([], .tooShort), ([0x4E, 0x4F, 0x60, 0x00], .tooShort), ([0x4F, 0x4E, 0x60, 0x00, 0x60], .noHeader),
            ([0x4E, 0x4F, 0x60, 0x01, 0x61], .wrongLength(stated: 1, found: 0)),
            ([0x4E, 0x4F, 0x60, 0x00, 0x60, 0x00], .wrongLength(stated: 0, found: 1)),
            ([0x4E, 0x4F, 0x60, 0x00, 0x61], .wrongChecksum(stated: 0x61, computed: 0x60)),
        ]
        for (bytes, why) in cases { #expect(throws: why) { try CP28Packet(bytes) } }
    }
}

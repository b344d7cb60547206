import Testing

@testable import CP28

@Suite("CP28 packets")
struct CP28PacketTests {
    @Test("a save packet is the five bytes that the protocol gives")
    func save() throws {
        let packet = try #require(CP28Packet(.save))
        #expect(packet.bytes == [0x4E, 0x4F, 0x60, 0x00, 0x60])
        #expect(try CP28Packet(packet.bytes) == packet)
    }
}

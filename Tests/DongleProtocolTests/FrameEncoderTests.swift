import DongleProtocol
import Testing

@Test("a PING without payload has the wire form of the specification's example")
func workedExample() {
    let header = FrameHeader(kind: .request, session: 0x1234, id: 1, code: Operation.ping.rawValue)
    #expect(
        FrameEncoder.encode(header) == [
            0x00, 0x02, 0x11, 0x04, 0x34, 0x12, 0x01, 0x02, 0x02, 0x01, 0x04, 0xF3, 0x6F, 0xB3, 0x00,
        ])
}

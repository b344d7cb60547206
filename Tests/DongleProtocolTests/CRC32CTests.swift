import DongleProtocol
import Testing

@Test("the checksum of 123456789 is the published check value")
func checkValue() {
    #expect(CRC32C.checksum(Array("123456789".utf8).span.bytes) == 0xE306_9283)
}

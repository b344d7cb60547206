import Randomness
import DongleProtocol
import Testing

@Suite("CRC-32C")
struct CRC32CTests {
    @Test("the checksum of 123456789 is the published check value")
    func checkValue() {
        #expect(CRC32C.checksum(Array("123456789".utf8).span.bytes) == 0xE306_9283)
    }

    @Test("every length at every alignment has the checksum that one bit at a time gives")
    func lengths() {
        var random = SplitMix64(seed: 1)
        let bytes = random.bytes(80)
        for start in 0..<8 {
            for end in start...bytes.count {
                #expect(CRC32C.checksum(bytes[start..<end].span.bytes) == Self.bitwise(bytes[start..<end]))
            }
        }
    }

    private static func bitwise(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                crc = (crc >> 1) ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0)
            }
        }
        return ~crc
    }
}

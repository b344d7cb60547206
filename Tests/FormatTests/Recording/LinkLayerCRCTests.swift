import Testing

@testable import Recording

@Test("the CRC is that of a shift register fed bit by bit")
func crcAgainstRegister() {
    var state: UInt64 = 1
    for length in 0...257 {
        let pdu = (0..<length).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        #expect(LinkLayerCRC.bytes(of: pdu) == shiftRegister(pdu))
    }
}

/// The shift register of the specification's figure: position 0 is fed, position 23 is sent first.
private func shiftRegister(_ pdu: [UInt8]) -> [UInt8] {
    var register: UInt32 = 0x555555
    for byte in pdu {
        for bit in 0..<8 {
            let feedback = (register >> 23 ^ UInt32(byte >> bit)) & 1
            register = register << 1 & 0xFFFFFF
            if feedback == 1 { register ^= 0x00065B }
        }
    }
    var bytes: [UInt8] = [0, 0, 0]
    for bit in 0..<24 {
        let value = UInt8(register >> UInt32(23 - bit) & 1)
        bytes[bit / 8] |= value << UInt8(bit % 8)
    }
    return bytes
}

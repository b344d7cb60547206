import Advertising
import Testing

@Test("the names of packets and address types are read back", arguments: [0, 1, 2, 4, 6, 7, 15] as [UInt8])
func pduNames(code: UInt8) {
    let type = AdvertisingPDUType(rawValue: code)
    #expect(AdvertisingPDUType(name: type.name) == type)
    #expect(AdvertisingPDUType(rawValue: 3).name == "UNKNOWN")
    #expect(AdvertisingPDUType(name: "") == nil)
}

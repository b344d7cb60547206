import SerialPort
import Testing

@Suite struct KnownDevicesTests {
    @Test(
        "an id pair is found with its kind",
        arguments: [
            (0x303a, 0x1001, PortKind.native),
            (0x1915, 0x520f, .native),
            (0x239a, 0x8029, .native),
            (0x303a, 0x1002, .boardBridge),
            (0x10c4, 0xea60, .bridge),
            (0x1a86, 0x55d4, .bridge),
            (0x0403, 0x6015, .bridge),
        ] as [(UInt16, UInt16, PortKind)])
    func pair(vendorID: UInt16, productID: UInt16, kind: PortKind) {
        #expect(KnownDevices.match(vendorID: vendorID, productID: productID)?.kind == kind)
    }

    @Test("a vendor's range covers every product of it", arguments: [0x0101, 0x1015, 0x1061] as [UInt16])
    func range(productID: UInt16) {
        #expect(KnownDevices.match(vendorID: 0x1366, productID: productID)?.name == "SEGGER J-Link")
    }

    @Test("a known vendor with another product is unknown")
    func otherProduct() {
        #expect(KnownDevices.match(vendorID: 0x303a, productID: 0x9999) == nil)
        #expect(KnownDevices.match(vendorID: 0x2341, productID: 0x0043) == nil)
    }

    @Test("no id pair is listed twice, and none as unknown")
    func unique() {
        let pairs = KnownDevices.all.map { [$0.vendorID, $0.productID] }
        #expect(Set(pairs).count == pairs.count)
        #expect(KnownDevices.all.allSatisfy { $0.kind != .unknown })
    }
}

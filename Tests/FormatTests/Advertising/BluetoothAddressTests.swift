import Advertising
import Testing

@Suite("device addresses")
struct BluetoothAddressTests {
    @Test("wire, number and text are the same address")
    func forms() throws {
        let address = try #require(BluetoothAddress("aa:bb:cc:dd:ee:0f" as String))
        #expect(address.value == 0xAABB_CCDD_EE0F)
        #expect(address.littleEndianBytes == [0x0F, 0xEE, 0xDD, 0xCC, 0xBB, 0xAA])
        #expect(BluetoothAddress(littleEndian: address.littleEndianBytes) == address)
        #expect(BluetoothAddress("AA:BB:CC:DD:EE:0F" as String) == address)
        #expect(address.description == "aa:bb:cc:dd:ee:0f")
        #expect(BluetoothAddress(0).description == "00:00:00:00:00:00")
    }

    @Test("bits above 48 are dropped")
    func width() {
        #expect(BluetoothAddress(.max) == BluetoothAddress(0xFFFF_FFFF_FFFF))
    }

    @Test(
        "what is not an address is refused",
        arguments: [
            "", "aa:bb:cc:dd:ee", "aa:bb:cc:dd:ee:ff:00", "aabbccddeeff", "aa-bb-cc-dd-ee-ff", "aa:bb:cc:dd:ee:fg",
            "aa:bb:cc:dd:ee:f ", "a:abb:cc:dd:ee:ff", "äa:bb:cc:dd:ee:f",
        ])
    func refused(text: String) {
        #expect(BluetoothAddress(text) == nil)
    }

    @Test("only six bytes are an address", arguments: [0, 5, 7])
    func byteCount(count: Int) {
        #expect(BluetoothAddress(littleEndian: [UInt8](repeating: 1, count: count)) == nil)
    }

    @Test("addresses are ordered as their text")
    func order() {
        #expect(BluetoothAddress(0x0100_0000_0000) > BluetoothAddress(0x00FF_FFFF_FFFF))
    }
}

import Advertising
import Testing

@Suite("service UUIDs")
struct BluetoothUUIDTests {
    @Test(
        "text is the shortest form, lowercase, and is read back",
        arguments: [
            ("180A", "180a"), ("0000180a", "180a"), ("0000180A-0000-1000-8000-00805F9B34FB", "180a"),
            ("1234ABCD", "1234abcd"), ("1234abcd-0000-1000-8000-00805f9b34fb", "1234abcd"), ("0001", "0001"),
            ("6E400001-B5A3-F393-E0A9-E50E24DCCA9E", "6e400001-b5a3-f393-e0a9-e50e24dcca9e"),
            ("1234abcd-0100-1000-8000-00805f9b34fb", "1234abcd-0100-1000-8000-00805f9b34fb"),
            ("0000180a-0000-1000-8000-00805f9b34fc", "0000180a-0000-1000-8000-00805f9b34fc"),
        ])
    func text(text: String, canonical: String) throws {
        let uuid = try #require(BluetoothUUID(text))
        #expect(uuid.description == canonical)
        #expect(BluetoothUUID(canonical) == uuid)
    }

    @Test("a short UUID equals its expansion")
    func expansion() {
        #expect(BluetoothUUID(short: 0x180A) == BluetoothUUID("0000180a-0000-1000-8000-00805f9b34fb" as String))
        #expect(BluetoothUUID(short: 0x180A).hashValue == BluetoothUUID("180a" as String)?.hashValue)
        #expect(BluetoothUUID(short: 0x180A).short == 0x180A)
        #expect(BluetoothUUID(1).short == nil)
    }

    @Test(
        "bytes go over the air least significant first",
        arguments: [
            ("180a", "0a18"), ("1234abcd", "cdab3412"),
            ("6e400001-b5a3-f393-e0a9-e50e24dcca9e", "9ecadc240ee5a9e093f3a3b5010040 6e"),
        ])
    func wire(text: String, hex: String) {
        #expect(BluetoothUUID(text)?.littleEndianBytes == bytes(hex))
        #expect(BluetoothUUID(littleEndian: bytes(hex))?.description == text)
    }

    @Test("no other number of bytes is a UUID", arguments: [0, 1, 3, 5, 8, 15, 17, 300])
    func byteCount(count: Int) {
        #expect(BluetoothUUID(littleEndian: [UInt8](repeating: 0xFF, count: count)) == nil)
    }

    @Test(
        "what is not a UUID is refused",
        arguments: [
            "", "18", "180", "180g", "180a0", "0x180a", "6e400001b5a3f393e0a9e50e24dcca9e",
            "6e400001-b5a3-f393-e0a9-e50e24dcca9", "6e400001-b5a3-f393-e0a9-e50e24dcca9g",
            "6e400001+b5a3-f393-e0a9-e50e24dcca9e",
        ])
    func refused(text: String) {
        #expect(BluetoothUUID(text) == nil)
    }
}

import Advertising
import Testing

@testable import SimulatedDongle

struct GATTDiscoveryTests {
    /// Handles: 1 service, 2 declaration, 3 value, 4 CCCD, 5 declaration, 6 value, 7 descriptor, 8 service.
    private let table: GATTTable = {
        var table = GATTTable()
        table.addService(BluetoothUUID(short: 0xFFE0))
        table.addCharacteristic(BluetoothUUID(short: 0xFFE1), .notify)
        table.addCharacteristic(BluetoothUUID(short: 0xFFE2), [.read, .write])
        _ = table.addDescriptor(BluetoothUUID(short: 0x2901))
        table.addService(BluetoothUUID(0x4FAF_C201_1FB5_459E_8FCC_C5C9_C331_914B))
        return table
    }()

    @Test("services have their first and last handle, and UUIDs of 2 or 16 bytes")
    func services() {
        let records = GATTDiscovery(.primaryServices, of: table, in: 1...0xFFFF).records
        #expect(records.map(\.handle) == [1, 8])
        #expect(records.map(\.second) == [7, 8])
        #expect(records.map(\.uuid.count) == [2, 16])
        #expect(records[0].uuid == [0xE0, 0xFF])
    }

    @Test("characteristics have their value's handle and properties")
    func characteristics() {
        let records = GATTDiscovery(.characteristics, of: table, in: 1...7).records
        #expect(records.map(\.handle) == [2, 5])
        #expect(records.map(\.second) == [3, 6])
        #expect(records.map(\.properties) == [0x10, 0x0A])
    }

    @Test("a characteristic that notifies has a configuration descriptor, found in the range asked for")
    func descriptors() {
        let records = GATTDiscovery(.descriptors, of: table, in: 4...4).records
        #expect(records.map(\.uuid) == [[0x02, 0x29]])
        #expect(GATTDiscovery(.descriptors, of: table, in: 9...0xFFFF).records.isEmpty)
    }

    @Test("each width of UUID takes a request, and the end one more")
    func rounds() {
        #expect(GATTDiscovery(.primaryServices, of: table, in: 1...0xFFFF).rounds(attMTU: 23) == 3)
        #expect(GATTDiscovery(.descriptors, of: table, in: 9...0xFFFF).rounds(attMTU: 23) == 1)
        // 21 bytes hold five records of four bytes.
        #expect(GATTDiscovery(.descriptors, of: table, in: 1...6).rounds(attMTU: 23) == 3)
    }
}

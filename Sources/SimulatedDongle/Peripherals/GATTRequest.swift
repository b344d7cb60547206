/// One request to a GATT server that requires an answer.
enum GATTRequest: Sendable, Hashable {
    case exchangeMTU(Int)
    case discover(GATTDiscovery.Subject, ClosedRange<UInt16>)
    case read(handle: UInt16, offset: Int)
    /// A write. If the value does not fit the ATT MTU, it is a long write with prepare and execute.
    case write(handle: UInt16, value: [UInt8])

    /// Returns the number of connection events that the request takes.
    func rounds(of peripheral: VirtualPeripheral) -> Int {
        switch self {
        case .exchangeMTU, .read: 1
        case .discover(let subject, let handles):
            GATTDiscovery(subject, of: peripheral.table, in: handles).rounds(attMTU: peripheral.attMTU)
        case .write(_, let value) where value.count > peripheral.attMTU - 3:
            // Prepare requests of ATT MTU - 5 bytes, then one that executes them.
            (value.count + peripheral.attMTU - 6) / (peripheral.attMTU - 5) + 1
        case .write: 1
        }
    }
}

/// One request to a GATT server that has an answer.
enum GATTRequest: Sendable, Hashable {
    case exchangeMTU(Int)
    case discover(GATTDiscovery.Subject, ClosedRange<UInt16>)
    case read(handle: UInt16, offset: Int)
    /// Long, with prepare and execute, when it does not fit the ATT MTU.
    case write(handle: UInt16, value: [UInt8])

    /// Connection events that it takes.
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

/// One request to a GATT server that has an answer.
enum GATTRequest: Sendable, Hashable {
    case exchangeMTU(Int)
    case discover(GATTDiscovery.Subject, ClosedRange<UInt16>)
    case read(handle: UInt16, offset: Int)
    /// Long, with prepare and execute, when it does not fit the ATT MTU.
    case write(handle: UInt16, value: [UInt8])
}

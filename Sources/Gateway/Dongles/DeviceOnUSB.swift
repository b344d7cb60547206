import SerialPort

/// What a USB device says of itself on every socket: enough to look for it elsewhere, not to be sure that it is the same one.
struct DeviceOnUSB: Sendable, Hashable {
    let vendorID: UInt16
    let productID: UInt16
    /// Cheap bridges have none, or all the same one.
    let serial: String?
    let interfaceNumber: UInt8?

    /// Nil for a port that is not on the USB.
    init?(_ port: PortDescription) {
        guard let vendorID = port.vendorID, let productID = port.productID else { return nil }
        self.vendorID = vendorID
        self.productID = productID
        serial = port.serial
        interfaceNumber = port.interfaceNumber
    }
}

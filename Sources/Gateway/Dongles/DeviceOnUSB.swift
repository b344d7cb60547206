import SerialPort

/// USB description that a device gives at every socket: enough to look for it elsewhere, but not to
/// be sure that it is the same device.
struct DeviceOnUSB: Sendable, Hashable {
    let vendorID: UInt16
    let productID: UInt16
    /// Serial number. Cheap bridges have none, or all have the same one.
    let serial: String?
    let interfaceNumber: UInt8?

    /// Creates the description of a port's device; nil for a port that is not on USB.
    init?(_ port: PortDescription) {
        guard let vendorID = port.vendorID, let productID = port.productID else { return nil }
        self.vendorID = vendorID
        self.productID = productID
        serial = port.serial
        interfaceNumber = port.interfaceNumber
    }
}

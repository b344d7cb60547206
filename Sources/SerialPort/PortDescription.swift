/// One USB serial port as the system describes it, without opening it.
public struct PortDescription: Codable, Sendable, Hashable {
    /// Device node, such as /dev/ttyACM0. The same device may get another node the next time it is
    /// plugged in.
    public let path: String
    /// Name under /dev/serial/by-id, which stays the same for a device; nil if udev made none.
    public let alias: String?
    /// USB idVendor.
    public let vendorID: UInt16?
    /// USB idProduct.
    public let productID: UInt16?
    /// USB serial number. Cheap bridges have none, or all share the same one.
    public let serial: String?
    /// USB manufacturer string, as the device reports it.
    public let manufacturer: String?
    /// USB product string, as the device reports it.
    public let product: String?
    /// Kernel driver of the USB interface, such as cdc_acm.
    public let driver: String?
    /// USB interface number. It distinguishes several ports of one device.
    public let interfaceNumber: UInt8?
    /// Name from ``KnownDevices``; nil if the ids are not in that table.
    public let knownName: String?
    /// Likelihood of a dongle, by the USB ids.
    public let kind: PortKind
    /// Whether this process may open the port.
    public let access: PortAccess
    /// Process that has the port open, as far as this process can see.
    public let holder: PortHolder?

    /// Describes a port. ``kind`` and ``knownName`` are derived from the ids.
    public init(
        path: String, alias: String? = nil, vendorID: UInt16? = nil, productID: UInt16? = nil, serial: String? = nil,
        manufacturer: String? = nil, product: String? = nil, driver: String? = nil, interfaceNumber: UInt8? = nil,
        access: PortAccess, holder: PortHolder? = nil
    ) {
        var known: KnownDevice?
        if let vendorID, let productID { known = KnownDevices.match(vendorID: vendorID, productID: productID) }
        self.path = path
        self.alias = alias
        self.vendorID = vendorID
        self.productID = productID
        self.serial = serial
        self.manufacturer = manufacturer
        self.product = product
        self.driver = driver
        self.interfaceNumber = interfaceNumber
        self.knownName = known?.name
        self.kind = known?.kind ?? .unknown
        self.access = access
        self.holder = holder
    }
}

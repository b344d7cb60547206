/// One serial port on the USB, as the system sees it without opening it.
public struct PortDescription: Codable, Sendable, Hashable {
    /// Device node, such as /dev/ttyACM0. The next plugging-in may give the same device another one.
    public let path: String
    /// Name under /dev/serial/by-id, which stays with the device; nil where udev made none.
    public let alias: String?
    /// USB idVendor.
    public let vendorID: UInt16?
    /// USB idProduct.
    public let productID: UInt16?
    /// USB serial number. Cheap bridges have none, or all the same one.
    public let serial: String?
    /// USB manufacturer string, written by the device.
    public let manufacturer: String?
    /// USB product string, written by the device.
    public let product: String?
    /// Kernel driver of the USB interface, such as cdc_acm.
    public let driver: String?
    /// USB interface number; tells the ports of one device apart.
    public let interfaceNumber: UInt8?
    /// Name from ``KnownDevices``, nil for ids that are not in it.
    public let knownName: String?
    /// Rank by USB ids.
    public let kind: PortKind
    /// Whether this process may open the port.
    public let access: PortAccess
    /// Who has the port open, as far as this process may see.
    public let holder: PortHolder?

    /// Describes a port; ``kind`` and ``knownName`` follow from the ids.
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

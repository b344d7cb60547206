/// A Bluetooth controller of this machine as the system describes it, without opening it.
public struct BluetoothController: Codable, Sendable, Hashable {
    /// Whether the controller can be used as a radio. The order is that of precedence: where several
    /// apply, the first is the state.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// Switched off, by rfkill.
        case blocked
        /// This user may not open it.
        case noPermission = "no-permission"
        /// A program other than the kernel has it open, such as another gateway's bridge.
        case inUse = "in-use"
        /// The kernel's Bluetooth has it switched on.
        case kernel
        case free
    }

    /// What switched a controller off.
    public enum Block: String, Codable, Sendable {
        /// A program; `rfkill unblock bluetooth` undoes it.
        case soft
        /// A switch or key of the machine, which no program can undo.
        case hard
    }

    /// The USB device of a controller.
    public struct USBDevice: Codable, Sendable, Hashable {
        /// USB idVendor.
        public let vendorID: UInt16
        /// USB idProduct.
        public let productID: UInt16
        /// USB serial number. Cheap adapters have none, or all share the same one.
        public let serial: String?
        /// USB manufacturer string, as the device reports it.
        public let manufacturer: String?
        /// USB product string, as the device reports it.
        public let product: String?
        /// Number of the bus, 1...255.
        public let bus: UInt8
        /// Number of the device on its bus, 1...255; another one each time it is plugged in.
        public let device: UInt8
        /// Device node, such as /dev/bus/usb/001/004.
        public let path: String
        /// Name of the first interface in sysfs, such as `1-7:1.0`; nil if no driver can have it.
        public let interface: String?
        /// Whether this process may open the node.
        public let access: PortAccess
        /// Process that has the node open, as far as this process can see.
        public let holder: PortHolder?
        /// Whether a program has taken an interface from the kernel's drivers.
        public let isClaimed: Bool

        /// Describes a device.
        public init(
            vendorID: UInt16, productID: UInt16, serial: String?, manufacturer: String?, product: String?, bus: UInt8,
            device: UInt8, path: String, interface: String?, access: PortAccess, holder: PortHolder?, isClaimed: Bool
        ) {
            self.vendorID = vendorID
            self.productID = productID
            self.serial = serial
            self.manufacturer = manufacturer
            self.product = product
            self.bus = bus
            self.device = device
            self.path = path
            self.interface = interface
            self.access = access
            self.holder = holder
            self.isClaimed = isClaimed
        }
    }

    /// Name by which the controller is used as a radio: `usb:0a12:0001`, `usb:0a12:0001/SERIAL` or
    /// `usb:1` where there are several of the kind, or `hci0` where libusb cannot open it.
    public let radio: String
    /// The kernel's name, such as `hci0`; nil where no driver of the kernel has the controller.
    public let hci: String?
    /// The USB device; nil for a controller on another bus.
    public let usb: USBDevice?
    /// Whether the kernel's Bluetooth has it switched on; nil where this cannot be known.
    public let isUp: Bool?
    /// Nil = not switched off.
    public let block: Block?
    /// Whether this user may use it.
    public let isPermitted: Bool

    /// Whether the radio is the USB device, not the kernel's name.
    public var isOpenedByUSB: Bool { radio.hasPrefix("usb:") }

    public var state: State {
        if block != nil { return .blocked }
        if !isPermitted { return .noPermission }
        if isOpenedByUSB, let usb, usb.isClaimed || usb.holder != nil { return .inUse }
        // A driver that cannot be asked may be at work.
        return hci != nil && isUp != false ? .kernel : .free
    }

    /// Describes a controller.
    public init(
        radio: String, hci: String? = nil, usb: USBDevice? = nil, isUp: Bool? = nil, block: Block? = nil,
        isPermitted: Bool = true
    ) {
        self.radio = radio
        self.hci = hci
        self.usb = usb
        self.isUp = isUp
        self.block = block
        self.isPermitted = isPermitted
    }
}

extension [BluetoothController] {
    /// The controller to propose as a radio: the first that is free, else the first that the kernel
    /// gives up when it is opened; nil where none can be used as things are.
    public var proposed: BluetoothController? {
        first { $0.state == .free } ?? first { $0.state == .kernel && $0.isOpenedByUSB }
    }
}

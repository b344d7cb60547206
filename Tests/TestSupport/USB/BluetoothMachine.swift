import Foundation

/// A made-up machine with Bluetooth controllers: /sys, /dev and /proc below a folder of the test.
package struct BluetoothMachine {
    /// How a USB device says that it is a Bluetooth controller.
    package enum Form: Sendable {
        /// The device is of the class.
        case adapter
        /// One of a composite device's interfaces is.
        case composite
        /// None: its driver knows it by its ids.
        case vendorSpecific
    }

    /// A state of a switch of rfkill.
    package enum Switch: Sendable { case on, soft, hard }

    private let folder: TemporaryFolder
    /// The folder that stands for `/`.
    package var root: String { folder.path }

    /// - Parameter isRoot: Whether the reading process has all capabilities.
    package init(isRoot: Bool = true) throws {
        folder = try TemporaryFolder()
        // A test without privileges reads it too.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        try write("proc/self/status", "Name:\tperch\nCapEff:\t\(isRoot ? "000001ffffffffff" : "0000000000000000")\n")
    }

    /// Plugs a USB device in.
    ///
    /// - Parameters:
    ///   - name: Name in sysfs, such as `1-7`.
    ///   - hci: Number of the kernel's controller for it; nil = no driver of the kernel has it.
    ///   - driver: Driver of its first interface.
    package func plugIn(
        _ name: String, _ ids: (UInt16, UInt16), _ form: Form = .adapter, bus: String = "1", device: String,
        serial: String? = nil, product: String? = nil, hci: Int? = nil, driver: String? = nil, mode: Int = 0o664
    ) throws {
        let path = "sys/devices/pci0000:00/usb1/\(name)"
        try write("\(path)/busnum", bus + "\n")
        try write("\(path)/devnum", device + "\n")
        try write("\(path)/descriptors", Data(Self.descriptors(ids, form)))
        if let serial { try write("\(path)/serial", serial + "\n") }
        if let product { try write("\(path)/product", product + "\n") }
        try write("\(path)/\(name):1.0/bInterfaceClass", form == .vendorSpecific ? "ff\n" : "e0\n")
        if let driver { try link("\(path)/\(name):1.0/driver", to: "../../../../../bus/usb/drivers/\(driver)") }
        try link("sys/bus/usb/devices/\(name)", to: "../../../../\(path)")
        try link("sys/bus/usb/devices/\(name):1.0", to: "../../../../\(path)/\(name):1.0")
        if let hci { try addController("\(path)/\(name):1.0", hci) }
        if let bus = Int(bus), let device = Int(device) {
            let node = String(format: "dev/bus/usb/%03d/%03d", bus, device)
            try write(node, "")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(root)/\(node)")
        }
    }

    /// Adds a controller behind a UART.
    package func addBuiltIn(hci: Int) throws { try addController("sys/devices/platform/serial0", hci) }

    /// Sets the switch of a controller.
    package func set(_ state: Switch, of hci: Int) throws {
        let device = try FileManager.default.destinationOfSymbolicLink(atPath: "\(root)/sys/class/bluetooth/hci\(hci)")
        let path = "\(device.drop { $0 == "." || $0 == "/" })/rfkill\(hci)"
        try write("sys/\(path)/type", "bluetooth\n")
        try write("sys/\(path)/soft", state == .soft ? "1\n" : "0\n")
        try write("sys/\(path)/hard", state == .hard ? "1\n" : "0\n")
        try? link("sys/class/rfkill/rfkill\(hci)", to: "../../\(path)")
    }

    private func addController(_ device: String, _ hci: Int) throws {
        let path = "\(device)/bluetooth/hci\(hci)"
        try write("\(path)/uevent", "DEVTYPE=host\n")
        // A connection is beside its controller.
        for name in ["hci\(hci)", "hci\(hci):64"] {
            try link("sys/class/bluetooth/\(name)", to: "../../\(path.dropFirst(4))")
        }
    }

    /// Writes a file below the root.
    package func write(_ path: String, _ text: String) throws { try write(path, Data(text.utf8)) }

    private func write(_ path: String, _ data: Data) throws {
        let file = URL(fileURLWithPath: "\(root)/\(path)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    private func link(_ path: String, to target: String) throws {
        let folder = URL(fileURLWithPath: "\(root)/\(path)").deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: target)
    }

    /// Returns the descriptors of a device with one configuration and one interface, which has the
    /// endpoints of a Bluetooth controller.
    package static func descriptors(_ ids: (UInt16, UInt16), _ form: Form) -> [UInt8] {
        func pair(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
        let classes: (device: [UInt8], interface: [UInt8]) =
            switch form {
            case .adapter: ([0xE0, 1, 1], [0xE0, 1, 1])
            case .composite: ([0xEF, 2, 1], [0xE0, 1, 1])
            case .vendorSpecific: ([0xFF, 1, 1], [0xFF, 1, 1])
            }
        let endpoints: [UInt8] = [
            7, 5, 0x81, 3, 16, 0, 1, 7, 5, 0x02, 2, 64, 0, 0, 7, 5, 0x82, 2, 64, 0, 0,
        ]
        let interface: [UInt8] = [9, 4, 0, 0, 3] + classes.interface + [0] + endpoints
        let configuration: [UInt8] = [9, 2] + pair(UInt16(9 + interface.count)) + [1, 1, 0, 0xE0, 50]
        return [18, 1, 0, 2] + classes.device + [64] + pair(ids.0) + pair(ids.1) + [0, 1, 0, 0, 0, 1] + configuration
            + interface
    }
}

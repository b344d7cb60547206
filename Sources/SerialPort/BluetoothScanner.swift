import Glibc

/// Finds the Bluetooth controllers in sysfs, without opening any.
public struct BluetoothScanner: Sendable {
    /// The folder that stands for `/`.
    private let root: String
    private let isUp: @Sendable (UInt16) -> Bool?

    /// Returns the controllers of this machine: those on USB by bus and device, then the others by
    /// their number. An empty list means that there is none.
    public static func list() -> [BluetoothController] { BluetoothScanner().list() }

    /// - Parameters:
    ///   - root: The folder that stands for `/`, without a slash at its end.
    ///   - isUp: Tells whether the controller with a number is switched on; nil = the kernel is
    ///     asked.
    package init(root: String = "", isUp: (@Sendable (UInt16) -> Bool?)? = nil) {
        self.root = root
        self.isUp = isUp ?? KernelBluetooth.isUp
    }

    /// A device below /sys/bus/usb/devices.
    private struct Device {
        /// Name in sysfs, such as `1-7`.
        let name: String
        let folder: String
        let descriptors: USBDescriptors
        let bus: UInt8
        let number: UInt8
        let serial: String?

        var id: String { "\(fourDigits(descriptors.vendorID)):\(fourDigits(descriptors.productID))" }
    }

    /// A name below /sys/class/bluetooth.
    private struct Kernel {
        let name: String
        let number: UInt16
        let folder: String
    }

    /// Returns the controllers, as ``list()`` of the type does.
    package func list() -> [BluetoothController] {
        let devices = devices()
        let kernels = kernels()
        let blocks = blocks()
        let counted = devices.filter(\.descriptors.isBluetooth)
        let onUSB = devices.compactMap { device -> (Device, Kernel?)? in
            let kernel = kernels.first { $0.folder.hasPrefix(device.folder + "/") }
            return device.descriptors.isBluetooth || kernel != nil ? (device, kernel) : nil
        }
        let holders = PortHolder.find(paths: Set(onUSB.map { node($0.0) }))
        let controllers = onUSB.sorted { ($0.0.bus, $0.0.number) < ($1.0.bus, $1.0.number) }.map { device, kernel in
            let usb = describe(device, holder: holders[node(device)])
            let number = counted.firstIndex { $0.folder == device.folder }
            let radio = number.map { name(device, number: $0, among: devices) } ?? kernel?.name ?? device.id
            return controller(radio, kernel, usb, blocks)
        }
        let others = kernels.filter { kernel in !onUSB.contains { $0.1?.name == kernel.name } }
        return controllers + others.map { controller($0.name, $0, nil, blocks) }
    }

    private func controller(
        _ radio: String, _ kernel: Kernel?, _ usb: BluetoothController.USBDevice?, _ blocks: [Block]
    ) -> BluetoothController {
        let ofKernel = kernel.map { kernel in blocks.filter { $0.folder.hasPrefix(kernel.folder + "/") } } ?? []
        let isByUSB = usb != nil && radio != kernel?.name
        return BluetoothController(
            radio: radio, hci: kernel?.name, usb: usb, isUp: kernel.flatMap { isUp($0.number) },
            block: ofKernel.contains { $0.kind == .hard } ? .hard : ofKernel.first?.kind,
            isPermitted: isByUSB ? usb?.access.verdict == .granted : mayUseUserChannel)
    }

    // MARK: USB

    /// The devices that libusb lists, in its order.
    ///
    /// The libusb that Bumble brings along reads the folder in the kernel's order and puts each
    /// device before those it has; Debian's own asks udev, whose order is another. So a number is a
    /// device's name only where nothing else tells it from others. Source: libusb 1.0.26,
    /// os/linux_usbfs.c, sysfs_get_device_list; core.c, usbi_connect_device.
    private func devices() -> [Device] {
        let folder = "\(root)/sys/bus/usb/devices"
        return entries(of: folder).reversed().compactMap { name in
            guard name.first?.isNumber == true, !name.contains(":") else { return nil }
            let path = "\(folder)/\(name)"
            // A device without these was unplugged meanwhile.
            guard let bytes = content(of: "\(path)/descriptors", limit: USBDescriptors.limit),
                let descriptors = USBDescriptors(bytes),
                let bus = attribute("\(path)/busnum").flatMap({ UInt8($0) }), bus > 0,
                let number = attribute("\(path)/devnum").flatMap({ UInt8($0) }), number > 0
            else { return nil }
            return Device(
                name: name, folder: resolved(path), descriptors: descriptors, bus: bus, number: number,
                serial: attribute("\(path)/serial"))
        }
    }

    /// Returns the name of a radio that stands for this device alone.
    ///
    /// Bumble compares ids and serial number with all devices, whatever their class.
    private func name(_ device: Device, number: Int, among devices: [Device]) -> String {
        let twins = devices.filter { $0.id == device.id }
        if twins.count == 1 { return "usb:\(device.id)" }
        if let serial = device.serial, twins.count(where: { $0.serial == serial }) == 1,
            serial.utf8.count <= 126, serial.wholeMatch(of: #/[A-Za-z0-9._-]+/#) != nil
        {
            return "usb:\(device.id)/\(serial)"
        }
        return "usb:\(number)"
    }

    private func node(_ device: Device) -> String {
        "\(root)/dev/bus/usb/\(threeDigits(device.bus))/\(threeDigits(device.number))"
    }

    private func describe(_ device: Device, holder: PortHolder?) -> BluetoothController.USBDevice {
        let interfaces = entries(of: device.folder).filter { $0.hasPrefix(device.name + ":") }.sorted()
        // Other interfaces of a composite device belong to other drivers.
        let ofBluetooth = interfaces.filter { attribute("\(device.folder)/\($0)/bInterfaceClass") == "e0" }
        let drivers = ofBluetooth.compactMap { link(at: "\(device.folder)/\($0)/driver")?.split(separator: "/").last }
        let node = node(device)
        return BluetoothController.USBDevice(
            vendorID: device.descriptors.vendorID, productID: device.descriptors.productID, serial: device.serial,
            manufacturer: attribute("\(device.folder)/manufacturer"), product: attribute("\(device.folder)/product"),
            bus: device.bus, device: device.number, path: node, interface: ofBluetooth.first,
            access: PortAccess(path: node), holder: holder, isClaimed: drivers.contains("usbfs"))
    }

    // MARK: The kernel's Bluetooth

    private func kernels() -> [Kernel] {
        let folder = "\(root)/sys/class/bluetooth"
        return entries(of: folder).compactMap { name -> Kernel? in
            // A connection, such as hci0:64, is beside its controller.
            guard name.hasPrefix("hci"), let number = UInt16(name.dropFirst(3)), "hci\(number)" == name else {
                return nil
            }
            return Kernel(name: name, number: number, folder: resolved("\(folder)/\(name)"))
        }.sorted { $0.number < $1.number }
    }

    /// A switch of rfkill that is off.
    private struct Block {
        let folder: String
        let kind: BluetoothController.Block
    }

    /// The switches that the kernel's Bluetooth made for its controllers, and others; the folder
    /// says of which.
    private func blocks() -> [Block] {
        let folder = "\(root)/sys/class/rfkill"
        return entries(of: folder).filter { $0.hasPrefix("rfkill") }.compactMap { name in
            let path = "\(folder)/\(name)"
            guard attribute("\(path)/type") == "bluetooth" else { return nil }
            if attribute("\(path)/hard") == "1" { return Block(folder: resolved(path), kind: .hard) }
            return attribute("\(path)/soft") == "1" ? Block(folder: resolved(path), kind: .soft) : nil
        }
    }

    /// Whether this process, and so a child of it, may use a controller through the kernel's user
    /// channel, which needs CAP_NET_ADMIN.
    private var mayUseUserChannel: Bool {
        guard let status = content(of: "\(root)/proc/self/status", limit: 1 << 16) else { return false }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        let digits = lines.first { $0.hasPrefix("CapEff:") }?.split(separator: "\t").last
        let networkAdministration: UInt64 = 1 << 12  // CAP_NET_ADMIN
        return digits.flatMap { UInt64($0, radix: 16) }.map { $0 & networkAdministration != 0 } ?? false
    }
}

private func threeDigits(_ number: UInt8) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 3 - digits.count) + digits
}

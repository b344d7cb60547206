import CUdev

/// A borrowed udev device of subsystem tty, read into Swift values.
struct UdevDevice {
    /// Valid while the caller keeps its reference.
    let pointer: OpaquePointer

    /// Device node; nil if the device has none.
    var node: String? { string(udev_device_get_devnode(pointer)) }

    /// Action that a monitor reported for the device, such as "add"; nil outside a monitor.
    var action: String? { string(udev_device_get_action(pointer)) }

    /// The USB device above it; nil for consoles, on-board UARTs and pseudo-terminals.
    private var usbDevice: OpaquePointer? { parent("usb_device") }

    /// Describes the port; nil if it has no node or no USB device above it.
    func description(holder: (String) -> PortHolder?) -> PortDescription? {
        guard let node, let usbDevice else { return nil }
        let interface = parent("usb_interface")
        return PortDescription(
            path: node,
            alias: links.first { $0.hasPrefix("/dev/serial/by-id/") },
            vendorID: attribute("idVendor", of: usbDevice).flatMap { UInt16($0, radix: 16) },
            productID: attribute("idProduct", of: usbDevice).flatMap { UInt16($0, radix: 16) },
            serial: attribute("serial", of: usbDevice),
            manufacturer: attribute("manufacturer", of: usbDevice),
            product: attribute("product", of: usbDevice),
            driver: interface.flatMap { string(udev_device_get_driver($0)) },
            interfaceNumber: interface.flatMap { attribute("bInterfaceNumber", of: $0) }
                .flatMap { UInt8($0, radix: 16) },
            access: PortAccess(path: node),
            holder: holder(node))
    }

    private var links: [String] {
        var names: [String] = []
        var entry = udev_device_get_devlinks_list_entry(pointer)
        while let current = entry {
            if let name = string(udev_list_entry_get_name(current)) { names.append(name) }
            entry = udev_list_entry_get_next(current)
        }
        return names.sorted()
    }

    /// Returns a parent device. It belongs to its child and must not be released separately.
    private func parent(_ type: String) -> OpaquePointer? {
        udev_device_get_parent_with_subsystem_devtype(pointer, "usb", type)
    }

    private func attribute(_ name: String, of device: OpaquePointer) -> String? {
        string(udev_device_get_sysattr_value(device, name))
    }

    private func string(_ characters: UnsafePointer<CChar>?) -> String? {
        characters.map { String(cString: $0) }
    }
}

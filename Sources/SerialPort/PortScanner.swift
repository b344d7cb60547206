import CUdev
import Glibc

/// Finds the USB serial ports through libudev, without opening any.
public enum PortScanner {
    /// Returns every tty with a USB device above it, sorted by the likelihood of a dongle, then by
    /// path.
    ///
    /// An empty list means that nothing is plugged in.
    ///
    /// - Throws: ``SerialPortError/system(call:errno:path:)`` if libudev cannot be used.
    public static func list() throws(SerialPortError) -> [PortDescription] {
        guard let udev = udev_new() else { throw .system(call: "udev_new", errno: errno, path: nil) }
        defer { udev_unref(udev) }
        guard let enumeration = udev_enumerate_new(udev) else {
            throw .system(call: "udev_enumerate_new", errno: errno, path: nil)
        }
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "tty")
        let status = udev_enumerate_scan_devices(enumeration)
        guard status >= 0 else { throw .system(call: "udev_enumerate_scan_devices", errno: -status, path: nil) }

        var pointers: [OpaquePointer] = []
        defer { for pointer in pointers { udev_device_unref(pointer) } }
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let current = entry {
            // nil here is a device that was unplugged since the scan; it is rightly missing from
            // the list.
            if let pointer = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
                pointers.append(pointer)
            }
            entry = udev_list_entry_get_next(current)
        }

        let devices = pointers.map(UdevDevice.init)
        let holders = PortHolder.find(paths: Set(devices.compactMap(\.node)))
        return devices.compactMap { $0.description { holders[$0] } }.sorted { ($0.kind, $0.path) < ($1.kind, $1.path) }
    }
}

import CUdev
import Glibc

/// Arrival or removal of a serial port.
public enum PortChange: Sendable, Hashable {
    /// A port has arrived. This can be repeated for a known port; treat it as an update of that
    /// path.
    case added(PortDescription)
    /// A port is gone. Only its path is known, because its description went with it.
    case removed(path: String)
}

/// Follows USB serial ports as they come and go, through a libudev monitor.
///
/// It reports changes after `init`. Create it first and call ``PortScanner/list()`` afterwards, so
/// that no change is missed.
///
/// Sendable although libudev is not thread-safe: a monitor has a single owner, `next()` needs
/// exclusive access, and no two monitors share a libudev context.
public struct PortMonitor: ~Copyable, @unchecked Sendable {
    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// Readable when ``next()`` has a change to return. The monitor owns the descriptor: do not
    /// close it.
    public let descriptor: CInt

    /// Starts monitoring.
    ///
    /// - Throws: ``SerialPortError/system(call:errno:path:)`` if libudev cannot be used.
    public init() throws(SerialPortError) {
        guard let udev = udev_new() else { throw .system(call: "udev_new", errno: errno, path: nil) }
        // Source "udev" instead of "kernel": by then the rules have set the node's permissions and
        // created its links.
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let code = errno
            udev_unref(udev)
            throw .system(call: "udev_monitor_new_from_netlink", errno: code, path: nil)
        }
        var status = udev_monitor_filter_add_match_subsystem_devtype(monitor, "tty", nil)
        if status >= 0 { status = udev_monitor_enable_receiving(monitor) }
        guard status >= 0 else {
            udev_monitor_unref(monitor)
            udev_unref(udev)
            throw .system(call: "udev_monitor_enable_receiving", errno: -status, path: nil)
        }
        self.udev = udev
        self.monitor = monitor
        descriptor = udev_monitor_get_fd(monitor)
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// Returns the next change, or nil if none is waiting. It never blocks; call it until it
    /// returns nil.
    public mutating func next() -> PortChange? {
        while let pointer = udev_monitor_receive_device(monitor) {
            defer { udev_device_unref(pointer) }
            if let change = change(of: UdevDevice(pointer: pointer)) { return change }
        }
        return nil
    }

    private func change(of device: UdevDevice) -> PortChange? {
        switch device.action {
        case "add": device.description(holder: PortHolder.find).map(PortChange.added)
        // The USB device above may already be gone, so a removal cannot be filtered by it.
        case "remove": device.node.map(PortChange.removed)
        default: nil
        }
    }
}

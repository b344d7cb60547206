import CUdev
import Glibc

/// What happened to a serial port.
public enum PortChange: Sendable, Hashable {
    /// A port is there. Can come again for a port that is already known: treat it as news about that path.
    case added(PortDescription)
    /// A port is gone. Its description went with it, so only the path is left.
    case removed(path: String)
}

/// Follows serial ports on the USB as they come and go, through a libudev monitor.
///
/// It reports what happens after `init`, so make it first and call ``PortScanner/list()`` then: nothing falls between.
///
/// Sendable although libudev is not thread-safe: a monitor has a single owner, `next()` needs exclusive access, and no
/// two monitors share a libudev context.
public struct PortMonitor: ~Copyable, @unchecked Sendable {
    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// Readable when ``next()`` has something to say. Belongs to the monitor: do not close it.
    public let descriptor: CInt

    /// Starts following.
    ///
    /// - Throws: ``SerialPortError/system(call:errno:path:)`` when libudev cannot be used.
    public init() throws(SerialPortError) {
        guard let udev = udev_new() else { throw .system(call: "udev_new", errno: errno, path: nil) }
        // Source "udev", not "kernel": by then the rules have set the node's permissions and made its links.
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

    /// The next change, or nil when none is waiting. Never blocks; call it until it gives nil.
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
        // The USB device above may be gone already, so a removal cannot be filtered by it.
        case "remove": device.node.map(PortChange.removed)
        default: nil
        }
    }
}

import Glibc

/// The kernel's own Bluetooth, asked as `hciconfig` asks it, which needs no privileges.
///
/// Source: Linux, net/bluetooth/hci_sock.c and include/net/bluetooth/hci_sock.h.
enum KernelBluetooth {
    private static let family: CInt = 31  // AF_BLUETOOTH
    private static let protocolHCI: CInt = 1  // BTPROTO_HCI
    private static let getDeviceInfo: UInt = 0x8004_48d3  // HCIGETDEVINFO, _IOR('H', 211, int)
    /// Offset of `flags` in `struct hci_dev_info`, behind id, name and address.
    private static let flagsOffset = 16
    private static let infoLength = 92
    /// Bit HCI_UP of `flags`.
    private static let up: UInt32 = 1

    /// Returns whether a controller is switched on; nil if the kernel has no Bluetooth, no such
    /// controller, or forbids the question, as in a service's sandbox.
    ///
    /// - Parameter number: Number in the controller's name; 0 for `hci0`.
    static func isUp(_ number: UInt16) -> Bool? {
        let descriptor = socket(family, CInt(SOCK_RAW.rawValue) | CInt(SOCK_CLOEXEC.rawValue), protocolHCI)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: infoLength, alignment: 8) { info in
            info.initializeMemory(as: UInt8.self, repeating: 0)
            info.storeBytes(of: number, as: UInt16.self)
            guard let start = info.baseAddress, ioctl(descriptor, getDeviceInfo, start) == 0 else { return nil }
            return info.load(fromByteOffset: flagsOffset, as: UInt32.self) & up != 0
        }
    }
}

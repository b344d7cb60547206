/// The classes in the descriptors of a USB device, as sysfs has them in `descriptors`: the device's
/// own, then each configuration with its interfaces.
///
/// Source: Universal Serial Bus Specification 2.0, 9.6.
struct USBDescriptors: Sendable {
    /// Most bytes that are read. A configuration has at most 65,535, and a device rarely a second.
    static let limit = 1 << 18

    /// Class, subclass and protocol.
    private typealias Code = (UInt8, UInt8, UInt8)

    /// Wireless controller, radio frequency, Bluetooth programming interface.
    private static let bluetooth: Code = (0xE0, 0x01, 0x01)

    let vendorID: UInt16
    let productID: UInt16
    /// Whether Bumble counts the device for `usb:N`: the device is of Bluetooth's class, or says
    /// that its interfaces have classes and one of them, in any configuration, is of this class.
    let isBluetooth: Bool

    /// Reads descriptors; nil if they do not begin with that of a device. What follows a descriptor
    /// that is cut off or has no length is ignored.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 18, bytes[0] >= 18, bytes[1] == 0x01 else { return nil }
        vendorID = UInt16(bytes[8]) | UInt16(bytes[9]) << 8
        productID = UInt16(bytes[10]) | UInt16(bytes[11]) << 8
        let ofDevice = Code(bytes[4], bytes[5], bytes[6])
        // 0x00: each interface has its own class; 0xEF: a composite device.
        let hasClassedInterfaces = ofDevice.0 == 0x00 || ofDevice.0 == 0xEF
        isBluetooth =
            ofDevice == Self.bluetooth
            || (hasClassedInterfaces && Self.interfaces(in: bytes).contains { $0 == Self.bluetooth })
    }

    private static func interfaces(in bytes: [UInt8]) -> [Code] {
        var codes: [Code] = []
        var start = 0
        while start + 1 < bytes.count {
            let length = Int(bytes[start])
            guard length >= 2, start + length <= bytes.count else { break }
            if bytes[start + 1] == 0x04, length >= 9 {
                codes.append((bytes[start + 5], bytes[start + 6], bytes[start + 7]))
            }
            start += length
        }
        return codes
    }
}

/// A USB device, or all devices of one vendor, that dongles are built from.
public struct KnownDevice: Sendable, Hashable {
    /// USB idVendor.
    public let vendorID: UInt16
    /// USB idProduct; nil for every product of the vendor.
    public let productID: UInt16?
    /// Human-readable name.
    public let name: String
    /// Rank of the port. It is never ``PortKind/unknown``.
    public let kind: PortKind

    init(_ vendorID: UInt16, _ productID: UInt16?, _ name: String, _ kind: PortKind) {
        self.vendorID = vendorID
        self.productID = productID
        self.name = name
        self.kind = kind
    }
}

/// The only table of USB ids. Port ranking and the udev rules are both derived from it.
public enum KnownDevices {
    /// Every entry, grouped by kind.
    public static let all: [KnownDevice] = [
        KnownDevice(0x303a, 0x1001, "Espressif USB-Serial/JTAG", .native),
        KnownDevice(0x303a, 0x0002, "ESP32-S2 USB OTG", .native),
        KnownDevice(0x303a, 0x4001, "Espressif TinyUSB CDC", .native),
        KnownDevice(0x1915, 0x520f, "nRF52840 CDC", .native),
        KnownDevice(0x1915, 0x521f, "nRF52840 open DFU bootloader", .native),
        KnownDevice(0x1915, 0xc00a, "nRF52 connectivity dongle or PPK2", .native),
        KnownDevice(0x2fe3, 0x0001, "Zephyr CDC ACM", .native),
        KnownDevice(0x2fe3, 0x0100, "Zephyr CDC ACM", .native),
        KnownDevice(0x2886, 0x0045, "Seeed XIAO nRF52840", .native),
        KnownDevice(0x2886, 0x8045, "Seeed XIAO nRF52840", .native),
        KnownDevice(0x239a, 0x0029, "Adafruit nRF52840 or RAK4631", .native),
        KnownDevice(0x239a, 0x8029, "Adafruit nRF52840 or RAK4631", .native),

        KnownDevice(0x303a, 0x1002, "Espressif USB bridge", .boardBridge),
        KnownDevice(0x1366, nil, "SEGGER J-Link", .boardBridge),

        KnownDevice(0x10c4, 0xea60, "Silicon Labs CP210x", .bridge),
        KnownDevice(0x10c4, 0xea70, "Silicon Labs CP2105", .bridge),
        KnownDevice(0x10c4, 0xea71, "Silicon Labs CP2108", .bridge),
        KnownDevice(0x1a86, 0x7523, "WCH CH340", .bridge),
        KnownDevice(0x1a86, 0x7522, "WCH CH340", .bridge),
        KnownDevice(0x1a86, 0x5523, "WCH CH341", .bridge),
        KnownDevice(0x1a86, 0x55d3, "WCH CH343", .bridge),
        KnownDevice(0x1a86, 0x55d4, "WCH CH9102", .bridge),
        KnownDevice(0x0403, 0x6001, "FTDI FT232R", .bridge),
        KnownDevice(0x0403, 0x6010, "FTDI FT2232", .bridge),
        KnownDevice(0x0403, 0x6011, "FTDI FT4232", .bridge),
        KnownDevice(0x0403, 0x6014, "FTDI FT232H", .bridge),
        KnownDevice(0x0403, 0x6015, "FTDI FT-X", .bridge),
    ]

    /// Returns the entry for a device. An exact product takes precedence over its vendor's range.
    public static func match(vendorID: UInt16, productID: UInt16) -> KnownDevice? {
        let ofVendor = all.filter { $0.vendorID == vendorID }
        return ofVendor.first { $0.productID == productID } ?? ofVendor.first { $0.productID == nil }
    }
}

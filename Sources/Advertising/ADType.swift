/// Type of an AD structure.
///
/// Source: Assigned Numbers, 2.3, Common Data Types.
public struct ADType: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// ``ADFlags``, at least one byte.
    public static let flags = ADType(rawValue: 0x01)
    /// Some of the services with 16-bit UUIDs.
    public static let incompleteUUIDs16 = ADType(rawValue: 0x02)
    /// All services with 16-bit UUIDs.
    public static let completeUUIDs16 = ADType(rawValue: 0x03)
    /// Some of the services with 32-bit UUIDs.
    public static let incompleteUUIDs32 = ADType(rawValue: 0x04)
    /// All services with 32-bit UUIDs.
    public static let completeUUIDs32 = ADType(rawValue: 0x05)
    /// Some of the services with 128-bit UUIDs.
    public static let incompleteUUIDs128 = ADType(rawValue: 0x06)
    /// All services with 128-bit UUIDs.
    public static let completeUUIDs128 = ADType(rawValue: 0x07)
    /// Beginning of the device's name, UTF-8.
    public static let shortenedLocalName = ADType(rawValue: 0x08)
    /// Complete name of the device, UTF-8.
    public static let completeLocalName = ADType(rawValue: 0x09)
    /// Transmit power of the packet, one signed byte, dBm.
    public static let txPowerLevel = ADType(rawValue: 0x0A)
    /// A 16-bit service UUID, then the service's data.
    public static let serviceData16 = ADType(rawValue: 0x16)
    /// A 32-bit service UUID, then the service's data.
    public static let serviceData32 = ADType(rawValue: 0x20)
    /// A 128-bit service UUID, then the service's data.
    public static let serviceData128 = ADType(rawValue: 0x21)
    /// A 16-bit company id, then the company's data.
    public static let manufacturerData = ADType(rawValue: 0xFF)
}

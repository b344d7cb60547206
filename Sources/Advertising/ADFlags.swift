/// The Flags AD structure: discoverability of the device and abilities of its controller.
///
/// Source: Supplement to the Core Specification, Part A, 1.3.
public struct ADFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Discoverable for a limited time, about 30 s.
    public static let limitedDiscoverable = ADFlags(rawValue: 1 << 0)
    /// Discoverable for as long as it advertises.
    public static let generalDiscoverable = ADFlags(rawValue: 1 << 1)
    /// BR/EDR, the classic radio, is not supported.
    public static let classicNotSupported = ADFlags(rawValue: 1 << 2)
    /// The controller runs LE and BR/EDR to the same device at once.
    public static let simultaneousController = ADFlags(rawValue: 1 << 3)
}

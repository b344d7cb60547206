/// Kind of attributes that DISCOVER lists. Source: SPEC.md 10.5.
public struct DiscoveryKind: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Primary services.
    public static let primaryServices = DiscoveryKind(rawValue: 1)
    /// Characteristics.
    public static let characteristics = DiscoveryKind(rawValue: 2)
    /// Descriptors.
    public static let descriptors = DiscoveryKind(rawValue: 3)
}

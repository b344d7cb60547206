/// Which list of a config a detection's pattern stands in. Source: SPEC.md 9.6.
public struct PatternKind: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Network names.
    public static let ssid = PatternKind(rawValue: 0)
    /// Starts of addresses.
    public static let macPrefix = PatternKind(rawValue: 1)
    /// Bluetooth names.
    public static let bleName = PatternKind(rawValue: 2)
    /// Bluetooth service UUIDs.
    public static let bleServiceUUID = PatternKind(rawValue: 3)
}

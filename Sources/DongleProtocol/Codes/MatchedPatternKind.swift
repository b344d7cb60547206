/// List of a config that contains a detection's pattern. Source: SPEC.md 9.6.
public struct MatchedPatternKind: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Network names.
    public static let ssid = MatchedPatternKind(rawValue: 0)
    /// Beginnings of addresses.
    public static let macPrefix = MatchedPatternKind(rawValue: 1)
    /// Bluetooth names.
    public static let bleName = MatchedPatternKind(rawValue: 2)
    /// Bluetooth service UUIDs.
    public static let bleServiceUUID = MatchedPatternKind(rawValue: 3)
}

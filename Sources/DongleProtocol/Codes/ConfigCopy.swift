/// Which config CONFIG_READ reads. Source: SPEC.md 11.7.
public struct ConfigCopy: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What runs now.
    public static let active = ConfigCopy(rawValue: 0)
    /// What the next boot runs.
    public static let saved = ConfigCopy(rawValue: 1)
}

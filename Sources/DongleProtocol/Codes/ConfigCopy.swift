/// Config that CONFIG_READ reads. Source: SPEC.md 11.7.
public struct ConfigCopy: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The config that runs now.
    public static let active = ConfigCopy(rawValue: 0)
    /// The config that the next boot runs.
    public static let saved = ConfigCopy(rawValue: 1)
}

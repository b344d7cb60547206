/// Where the configs of a dongle stand. Source: SPEC.md 8.3.
public struct ConfigFlags: OptionSet, WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Active is the factory config.
    public static let activeIsFactory = ConfigFlags(rawValue: 1 << 0)
    /// There is a saved config.
    public static let savedExists = ConfigFlags(rawValue: 1 << 1)
    /// Active is what the next boot runs.
    public static let activeIsSaved = ConfigFlags(rawValue: 1 << 2)
    /// A config is being received, or was.
    public static let stagingExists = ConfigFlags(rawValue: 1 << 3)
    /// Every byte of staging has come.
    public static let stagingIsComplete = ConfigFlags(rawValue: 1 << 4)
}

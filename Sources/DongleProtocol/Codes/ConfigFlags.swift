/// State of a dongle's configs. Source: SPEC.md 8.3.
public struct ConfigFlags: OptionSet, WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The active config is the factory config.
    public static let activeIsFactory = ConfigFlags(rawValue: 1 << 0)
    /// A saved config exists.
    public static let savedExists = ConfigFlags(rawValue: 1 << 1)
    /// The next boot runs the active config.
    public static let activeIsSaved = ConfigFlags(rawValue: 1 << 2)
    /// A config is being received, or was received.
    public static let stagingExists = ConfigFlags(rawValue: 1 << 3)
    /// Every byte of the staged config has arrived.
    public static let stagingIsComplete = ConfigFlags(rawValue: 1 << 4)
}

/// Operation that changed the active or the saved config. Source: SPEC.md 11.9.
public struct ConfigChangeKind: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// CONFIG_COMMIT.
    public static let commit = ConfigChangeKind(rawValue: 1)
    /// CONFIG_SAVE.
    public static let save = ConfigChangeKind(rawValue: 2)
    /// CONFIG_LOAD.
    public static let load = ConfigChangeKind(rawValue: 3)
    /// CONFIG_RESET.
    public static let reset = ConfigChangeKind(rawValue: 4)
}

/// Severity of a line in the dongle's log. Source: SPEC.md 7.7.
public struct LogLevel: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// An operation failed.
    public static let error = LogLevel(rawValue: 0)
    /// A state is not as it should be.
    public static let warning = LogLevel(rawValue: 1)
    /// An event that is worth knowing.
    public static let info = LogLevel(rawValue: 2)
    /// Details for the firmware's developers.
    public static let debug = LogLevel(rawValue: 3)
}

/// How much a line of the dongle's log matters. Source: SPEC.md 7.7.
public struct LogLevel: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Something failed.
    public static let error = LogLevel(rawValue: 0)
    /// Something is not as it should be.
    public static let warning = LogLevel(rawValue: 1)
    /// Something worth knowing happened.
    public static let info = LogLevel(rawValue: 2)
    /// For the firmware's developers.
    public static let debug = LogLevel(rawValue: 3)
}

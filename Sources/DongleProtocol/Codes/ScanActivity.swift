/// State of a scan. Source: SPEC.md 9.4.
public struct ScanActivity: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The scan was not started, or was stopped.
    public static let stopped = ScanActivity(rawValue: 0)
    /// The scan runs.
    public static let running = ScanActivity(rawValue: 1)
    /// The scan failed. It remains in this state until it is started again.
    public static let failed = ScanActivity(rawValue: 2)
}

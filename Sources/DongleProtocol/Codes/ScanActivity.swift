/// Whether a scan runs. Source: SPEC.md 9.4.
public struct ScanActivity: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// It was not started, or was stopped.
    public static let stopped = ScanActivity(rawValue: 0)
    /// It runs.
    public static let running = ScanActivity(rawValue: 1)
    /// It failed, and stays so until it is started anew.
    public static let failed = ScanActivity(rawValue: 2)
}

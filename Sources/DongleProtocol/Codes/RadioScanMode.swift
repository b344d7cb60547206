/// Passive or active scan. Source: SPEC.md 9.1.
public struct RadioScanMode: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The scan only listens.
    public static let passive = RadioScanMode(rawValue: 0)
    /// The scan also asks for scan responses; needs `Features.activeScan`.
    public static let active = RadioScanMode(rawValue: 1)
}

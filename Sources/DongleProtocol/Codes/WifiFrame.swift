/// Management frame in which a Wi-Fi transmitter was seen. Source: SPEC.md 9.5.
public struct WifiFrame: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Beacon.
    public static let beacon = WifiFrame(rawValue: 0)
    /// Probe request.
    public static let probeRequest = WifiFrame(rawValue: 1)
    /// Probe response.
    public static let probeResponse = WifiFrame(rawValue: 2)
}

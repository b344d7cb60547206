/// One of a dongle's two scans. Source: SPEC.md 9.4.
public struct Radio: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The Bluetooth scan.
    public static let bluetooth = Radio(rawValue: 0)
    /// The Wi-Fi scan.
    public static let wifi = Radio(rawValue: 1)
}

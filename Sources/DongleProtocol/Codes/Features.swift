/// What a dongle can do. Source: SPEC.md 4.3.
public struct Features: OptionSet, WireCode {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Scan requests can be sent.
    public static let activeScan = Features(rawValue: 1 << 0)
    /// Extended adverts are received.
    public static let extendedAdvertising = Features(rawValue: 1 << 1)
    /// The Wi-Fi scan operations.
    public static let wifiScan = Features(rawValue: 1 << 2)
    /// The GATT client operations.
    public static let gatt = Features(rawValue: 1 << 3)
    /// An indication is confirmed only when it has a place in stream A, so none is lost.
    public static let indicationHold = Features(rawValue: 1 << 4)
    /// The config operations.
    public static let configStore = Features(rawValue: 1 << 5)
    /// Equal adverts can be merged.
    public static let coalesce = Features(rawValue: 1 << 6)
    /// Adverts can be filtered on the dongle.
    public static let scanFilters = Features(rawValue: 1 << 7)
    /// The dongle can show itself to a person.
    public static let identify = Features(rawValue: 1 << 8)
    /// REBOOT can enter a boot loader.
    public static let bootloader = Features(rawValue: 1 << 9)
    /// The dongle matches its active config by itself.
    public static let detection = Features(rawValue: 1 << 10)
    /// Nothing this dongle reports was on the air. Whoever shows its data must say so.
    public static let simulated = Features(rawValue: 1 << 63)
}

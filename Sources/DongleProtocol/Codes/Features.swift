/// Abilities of a dongle. Source: SPEC.md 4.3.
public struct Features: OptionSet, WireCode {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The dongle can send scan requests.
    public static let activeScan = Features(rawValue: 1 << 0)
    /// The dongle receives extended adverts.
    public static let extendedAdvertising = Features(rawValue: 1 << 1)
    /// The dongle has the Wi-Fi scan operations.
    public static let wifiScan = Features(rawValue: 1 << 2)
    /// The dongle has the GATT client operations.
    public static let gatt = Features(rawValue: 1 << 3)
    /// An indication is confirmed only once it has a place in stream A, so none is lost.
    public static let indicationHold = Features(rawValue: 1 << 4)
    /// The dongle has the config operations.
    public static let configStore = Features(rawValue: 1 << 5)
    /// The dongle can merge equal adverts.
    public static let coalesce = Features(rawValue: 1 << 6)
    /// The dongle can filter adverts.
    public static let scanFilters = Features(rawValue: 1 << 7)
    /// The dongle can identify itself to a person, for example by blinking.
    public static let identify = Features(rawValue: 1 << 8)
    /// REBOOT can start a boot loader.
    public static let bootloader = Features(rawValue: 1 << 9)
    /// The dongle matches adverts against its active config on its own.
    public static let detection = Features(rawValue: 1 << 10)
    /// The dongle is simulated: no radio was used for anything it reports. Programs that show its
    /// data must say so.
    public static let simulated = Features(rawValue: 1 << 63)
}

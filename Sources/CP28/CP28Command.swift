/// What a command packet asks of the beacon.
///
/// Source: DX-Smart CP28, as the project's owner documents it. No public document is known.
public struct CP28Command: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Chooses the frame that the next commands are about, 1...6; nil outside.
    public static func selectFrame(_ number: Int) -> CP28Command? {
        (1...6).contains(number) ? CP28Command(rawValue: 0x10 + UInt8(number)) : nil
    }

    /// Keeps everything in flash.
    public static let save = CP28Command(rawValue: 0x60)
    /// The frame tells device information.
    public static let deviceInfo = CP28Command(rawValue: 0x61)
    /// The frame is an iBeacon.
    public static let iBeacon = CP28Command(rawValue: 0x62)
    /// At most 20 ASCII characters.
    public static let name = CP28Command(rawValue: 0x71)
    /// 16 bytes, most significant first.
    public static let uuid = CP28Command(rawValue: 0x74)
    /// 2 bytes, most significant first.
    public static let major = CP28Command(rawValue: 0x75)
    /// 2 bytes, most significant first.
    public static let minor = CP28Command(rawValue: 0x76)
    /// One signed byte, dBm.
    public static let rssiAt1m = CP28Command(rawValue: 0x77)
    /// One byte, hundreds of milliseconds.
    public static let interval = CP28Command(rawValue: 0x78)
    /// One byte, an index of 0...7. What it means in dBm is not known.
    public static let txPower = CP28Command(rawValue: 0x79)
    /// Without data.
    public static let triggerOff = CP28Command(rawValue: 0xA0)
    /// Without data; switches the chosen frame off.
    public static let disableFrame = CP28Command(rawValue: 0xFF)
}

/// What a command packet asks of the beacon.
///
/// Source: DX-Smart CP28, as the project's owner documents it. No public document is known.
package struct CP28Command: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Chooses the frame that the next commands are about, 1...6; nil outside.
    package static func selectFrame(_ number: Int) -> CP28Command? {
        (1...6).contains(number) ? CP28Command(rawValue: 0x10 + UInt8(number)) : nil
    }

    /// Keeps everything in flash.
    package static let save = CP28Command(rawValue: 0x60)
    /// The frame tells device information.
    package static let deviceInfo = CP28Command(rawValue: 0x61)
    /// The frame is an iBeacon.
    package static let iBeacon = CP28Command(rawValue: 0x62)
    /// At most 20 ASCII characters.
    package static let name = CP28Command(rawValue: 0x71)
    /// 16 bytes, most significant first.
    package static let uuid = CP28Command(rawValue: 0x74)
    /// 2 bytes, most significant first.
    package static let major = CP28Command(rawValue: 0x75)
    /// 2 bytes, most significant first.
    package static let minor = CP28Command(rawValue: 0x76)
    /// One signed byte, dBm.
    package static let rssiAt1m = CP28Command(rawValue: 0x77)
    /// One byte, hundreds of milliseconds.
    package static let interval = CP28Command(rawValue: 0x78)
    /// One byte, an index of 0...7. What it means in dBm is not known.
    package static let txPower = CP28Command(rawValue: 0x79)
    /// Without data.
    package static let triggerOff = CP28Command(rawValue: 0xA0)
    /// Without data; switches the chosen frame off.
    package static let disableFrame = CP28Command(rawValue: 0xFF)
}

/// Command of a packet to the beacon.
///
/// Source: DX-Smart CP28, as documented by the project's owner. No public document is known.
package struct CP28Command: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Selects the frame for the next commands, 1...6; nil outside this range.
    package static func selectFrame(_ number: Int) -> CP28Command? {
        (1...6).contains(number) ? CP28Command(rawValue: 0x10 + UInt8(number)) : nil
    }

    /// Saves everything to flash.
    package static let save = CP28Command(rawValue: 0x60)
    /// Makes the frame send device information.
    package static let deviceInfo = CP28Command(rawValue: 0x61)
    /// Makes the frame an iBeacon.
    package static let iBeacon = CP28Command(rawValue: 0x62)
    /// Data: at most 20 ASCII characters.
    package static let name = CP28Command(rawValue: 0x71)
    /// Data: 16 bytes, most significant first.
    package static let uuid = CP28Command(rawValue: 0x74)
    /// Data: 2 bytes, most significant first.
    package static let major = CP28Command(rawValue: 0x75)
    /// Data: 2 bytes, most significant first.
    package static let minor = CP28Command(rawValue: 0x76)
    /// Data: one signed byte, dBm.
    package static let rssiAt1m = CP28Command(rawValue: 0x77)
    /// Data: one byte, in units of 100 ms.
    package static let interval = CP28Command(rawValue: 0x78)
    /// Data: one byte, an index of 0...7. The power in dBm is not known.
    package static let txPower = CP28Command(rawValue: 0x79)
    /// No data.
    package static let triggerOff = CP28Command(rawValue: 0xA0)
    /// No data; switches the selected frame off.
    package static let disableFrame = CP28Command(rawValue: 0xFF)
}

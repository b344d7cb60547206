/// Program that REBOOT starts. Source: SPEC.md 8.6.
public struct RebootMode: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The firmware.
    public static let run = RebootMode(rawValue: 0)
    /// The boot loader; needs `Features.bootloader`.
    public static let bootloader = RebootMode(rawValue: 1)
}

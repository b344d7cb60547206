/// Why a dongle started. Source: SPEC.md 4.6.
public struct ResetReason: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The dongle cannot tell.
    public static let unknown = ResetReason(rawValue: 0)
    /// Power on.
    public static let powerOn = ResetReason(rawValue: 1)
    /// The reset pin.
    public static let resetPin = ResetReason(rawValue: 2)
    /// REBOOT.
    public static let requested = ResetReason(rawValue: 3)
    /// The watchdog.
    public static let watchdog = ResetReason(rawValue: 4)
    /// The supply voltage fell.
    public static let brownOut = ResetReason(rawValue: 5)
    /// A fault of the firmware.
    public static let fault = ResetReason(rawValue: 6)
    /// It woke from sleep.
    public static let wokeFromSleep = ResetReason(rawValue: 7)
}

extension ResetReason {
    /// The reason in words.
    package var word: String {
        switch self {
        case .powerOn: "power on"
        case .resetPin: "reset pin"
        case .requested: "as requested"
        case .watchdog: "watchdog"
        case .brownOut: "supply voltage fell"
        case .fault: "firmware fault"
        case .wokeFromSleep: "woke from sleep"
        default: "reason unknown"
        }
    }
}

/// Reason for a dongle's start. Source: SPEC.md 4.6.
public struct ResetReason: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The dongle does not know the reason.
    public static let unknown = ResetReason(rawValue: 0)
    /// The power was switched on.
    public static let powerOn = ResetReason(rawValue: 1)
    /// The reset pin was used.
    public static let resetPin = ResetReason(rawValue: 2)
    /// REBOOT was requested.
    public static let requested = ResetReason(rawValue: 3)
    /// The watchdog reset the dongle.
    public static let watchdog = ResetReason(rawValue: 4)
    /// The supply voltage fell.
    public static let brownOut = ResetReason(rawValue: 5)
    /// The firmware had a fault.
    public static let fault = ResetReason(rawValue: 6)
    /// The dongle woke from sleep.
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

/// Kind of an event. Source: SPEC.md 7.
public struct EventCode: WireCode {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// A deferred operation ended.
    public static let done = EventCode(rawValue: 0x0001)
    /// A connection was made.
    public static let connected = EventCode(rawValue: 0x0002)
    /// A connection ended.
    public static let disconnected = EventCode(rawValue: 0x0003)
    /// A peer notified a value.
    public static let notification = EventCode(rawValue: 0x0004)
    /// A peer indicated a value.
    public static let indication = EventCode(rawValue: 0x0005)
    /// Notifications were lost.
    public static let lost = EventCode(rawValue: 0x0006)
    /// A scan started, stopped or failed.
    public static let scanState = EventCode(rawValue: 0x0007)
    /// The active or the saved config changed.
    public static let configChanged = EventCode(rawValue: 0x0008)
    /// An advert or Wi-Fi frame matched the dongle's active config.
    public static let detection = EventCode(rawValue: 0x0009)
    /// Adverts received.
    public static let advertBatch = EventCode(rawValue: 0x8001)
    /// Wi-Fi sightings.
    public static let wifiBatch = EventCode(rawValue: 0x8002)

    /// Name of the event in SPEC.md; nil for events that this version does not know.
    public var name: String? {
        switch self {
        case .done: "DONE"
        case .connected: "CONNECTED"
        case .disconnected: "DISCONNECTED"
        case .notification: "NOTIFICATION"
        case .indication: "INDICATION"
        case .lost: "LOST"
        case .scanState: "SCAN_STATE"
        case .configChanged: "CONFIG_CHANGED"
        case .detection: "DETECTION"
        case .advertBatch: "ADVERT_BATCH"
        case .wifiBatch: "WIFI_BATCH"
        default: nil
        }
    }

    /// Whether the event belongs to stream A, which is reliable and in order. Otherwise it belongs
    /// to stream B, which may lose events and reports the loss.
    public var isReliable: Bool { rawValue < 0x8000 }
}

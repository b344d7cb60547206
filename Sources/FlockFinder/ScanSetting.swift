/// One of the numbers by which a device scans. A flag is 0 or 1.
public enum ScanSetting: String, Sendable, Hashable, CaseIterable, Codable {
    case wifiScanEnabled = "wifi_scan_enabled"
    case bleScanEnabled = "ble_scan_enabled"
    /// Milliseconds. Only the compact dialect has it.
    case wifiScanInterval = "wifi_scan_interval"
    /// Seconds. Only the nested dialect has it.
    case bleScanDuration = "ble_scan_duration"
    /// Milliseconds.
    case bleScanInterval = "ble_scan_interval"
    /// Milliseconds.
    case channelHopInterval = "channel_hop_interval"
    case maxChannel = "max_channel"
    /// Milliseconds.
    case heartbeatInterval = "heartbeat_interval"
    /// Milliseconds.
    case detectionTimeout = "detection_timeout"
    /// 0: every device it hears is streamed; 1: matches only.
    case streamMode = "stream_mode"

    /// What a person may set, of which every known device holds all. A device may have anything.
    public var range: ClosedRange<Int> {
        switch self {
        case .wifiScanEnabled, .bleScanEnabled, .streamMode: 0...1
        case .wifiScanInterval, .bleScanInterval: 1_000...60_000
        case .bleScanDuration: 1...255
        case .channelHopInterval: 100...5_000
        case .maxChannel: 1...14
        case .heartbeatInterval: 1_000...65_535
        // Read as an `int` of 32 bits: a larger one becomes the factory's.
        case .detectionTimeout: 1_000...2_147_483_647
        }
    }

    /// What a device has from the factory.
    public var factoryValue: Int {
        switch self {
        case .wifiScanEnabled, .bleScanEnabled: 1
        case .wifiScanInterval, .bleScanInterval: 5_000
        case .bleScanDuration: 1
        case .channelHopInterval: 500
        case .maxChannel: 13
        case .heartbeatInterval: 10_000
        case .detectionTimeout: 30_000
        case .streamMode: 0
        }
    }

    /// Its range and unit, for people.
    public var expected: String {
        "\(range.lowerBound) to \(range.upperBound)" + (unit.map { " \($0)" } ?? "")
    }

    public var isFlag: Bool { self == .wifiScanEnabled || self == .bleScanEnabled }

    /// The unit of its number, where it has one.
    public var unit: String? {
        switch self {
        case .wifiScanEnabled, .bleScanEnabled, .maxChannel, .streamMode: nil
        case .bleScanDuration: "s"
        case .wifiScanInterval, .bleScanInterval, .channelHopInterval, .heartbeatInterval, .detectionTimeout: "ms"
        }
    }
}

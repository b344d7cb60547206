import LineFormats

/// Number that controls how a device scans. A flag is 0 or 1.
package enum ScanSetting: String, Word {
    case wifiScanEnabled = "wifi_scan_enabled"
    case bleScanEnabled = "ble_scan_enabled"
    /// Milliseconds. Only in the compact dialect.
    case wifiScanInterval = "wifi_scan_interval"
    /// Seconds. Only in the nested dialect.
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
    /// 0 = every device heard is streamed; 1 = matches only.
    case streamMode = "stream_mode"

    /// Values that a person may set; some device can hold each of them.
    /// ``DeviceProfile/range(of:)`` says which ones a particular kind can hold. A device may report
    /// any value.
    package var range: ClosedRange<Int> {
        switch self {
        case .wifiScanEnabled, .bleScanEnabled, .streamMode: 0...1
        case .wifiScanInterval: 1_000...60_000
        case .bleScanDuration: 1...255
        case .bleScanInterval, .heartbeatInterval: 1_000...65_535
        case .channelHopInterval: 100...65_535
        case .maxChannel: 1...14
        case .detectionTimeout: 1_000...4_294_967_295
        }
    }

    /// Value that a device has from the factory.
    package var factoryValue: Int {
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

    /// Describes a range and its unit, for people; nil = ``range``.
    package func expected(_ range: ClosedRange<Int>? = nil) -> String {
        let range = range ?? self.range
        return "\(range.lowerBound) to \(range.upperBound)" + (unit.map { " \($0)" } ?? "")
    }

    package var isFlag: Bool { self == .wifiScanEnabled || self == .bleScanEnabled }

    /// Unit of the number, if it has one.
    package var unit: String? {
        switch self {
        case .wifiScanEnabled, .bleScanEnabled, .maxChannel, .streamMode: nil
        case .bleScanDuration: "s"
        case .wifiScanInterval, .bleScanInterval, .channelHopInterval, .heartbeatInterval, .detectionTimeout: "ms"
        }
    }
}

/// Measures, from the stream of a FlockFinder, whether it scans at the intervals of its config.
///
/// Times are those of the device's own clock, which every line of the stream carries. A lost line,
/// or a scan that keeps the device busy, lengthens an interval and never shortens it: so the
/// shortest one counts.
package struct StreamTiming: Sendable, Hashable {
    /// An interval of the config, and its measurements.
    package struct Interval: Sendable, Hashable {
        package let setting: ScanSetting
        /// Interval in the config, in milliseconds.
        package let wantedMs: Int
        /// Measurements that agree with the config, in milliseconds.
        package let allowedMs: ClosedRange<Int>
        /// Fewest measurements for a verdict.
        let needed: Int
        /// Number of measurements.
        package internal(set) var count = 0
        /// Shortest measurement, in milliseconds.
        package internal(set) var shortestMs: Int?

        package var isSeen: Bool { count >= needed }
        package var isAsSet: Bool { isSeen && shortestMs.map(allowedMs.contains) == true }
    }

    /// Intervals of the config by which the device scans.
    package private(set) var intervals: [Interval]
    /// Intervals of scans that are switched off.
    package let off: [ScanSetting]

    private var marks: [ScanSetting: Int] = [:]
    private var lastLines: [ScanSetting: Int] = [:]
    private var saysScans = false

    /// Shortest silence, in milliseconds, after which a line begins a new round of a scan, if the
    /// device does not report the start itself. Half of the shortest interval that can be set.
    private static let silence = 500
    /// Tolerance for the firmware's main loop, in milliseconds: it looks at its clock every 100 ms.
    private static let loop = 120

    package init(_ config: DeviceConfig) {
        var intervals: [Interval] = []
        var off: [ScanSetting] = []
        for (setting, flag) in [
            (ScanSetting.channelHopInterval, ScanSetting.wifiScanEnabled), (.wifiScanInterval, .wifiScanEnabled),
            (.bleScanInterval, .bleScanEnabled),
        ] {
            guard let wanted = config.settings[setting], wanted > 0 else { continue }
            guard config.settings[flag] != 0 else {
                off.append(setting)
                continue
            }
            // While the device scans for Bluetooth devices it does nothing else, and the Bluetooth
            // interval counts from the end of a scan.
            let scan = config.settings[.bleScanEnabled] == 0 ? 0 : (config.settings[.bleScanDuration] ?? 0) * 1_000
            let isBLE = setting == .bleScanInterval
            let isHeldUp = isBLE || wanted + Self.loop > config.settings[.bleScanInterval] ?? .max
            let (least, most) = (wanted + (isBLE ? scan : 0), wanted + (isHeldUp ? scan : 0))
            intervals.append(
                Interval(
                    setting: setting, wantedMs: wanted,
                    allowedMs: least - wanted / 50...most + wanted / 50 + Self.loop,
                    needed: setting == .channelHopInterval ? 5 : 2))
        }
        (self.intervals, self.off) = (intervals, off)
    }

    package var isComplete: Bool { intervals.allSatisfy(\.isSeen) }

    /// Time that the measurement takes, in milliseconds: enough if one line of each kind is lost,
    /// or if the device scans at its factory intervals.
    package var durationMs: Int {
        intervals.map { max(25_000, ($0.needed + 2) * $0.allowedMs.upperBound) }.max() ?? 0
    }

    /// Takes a line of the stream.
    package mutating func take(_ line: DeviceReply) {
        guard let at = line.uptimeMs else { return }
        switch line.event.rawValue {
        case "channel": mark(.channelHopInterval, at)
        case "status" where line.message.hasPrefix("BLE scan start"):
            if !saysScans { forget(.bleScanInterval) }
            saysScans = true
            mark(.bleScanInterval, at)
        case "ble_scan" where !saysScans: round(.bleScanInterval, at)
        case "wifi_scan": round(.wifiScanInterval, at)
        default: break
        }
    }

    /// Takes a line of a scan round; the first line of a round marks it.
    private mutating func round(_ setting: ScanSetting, _ at: Int) {
        let last = lastLines.updateValue(at, forKey: setting)
        guard let last else { return }
        if at < last || at - last >= Self.silence { mark(setting, at) }
    }

    private mutating func mark(_ setting: ScanSetting, _ at: Int) {
        let last = marks.updateValue(at, forKey: setting)
        // After a restart, the device's clock begins anew.
        guard let last, at >= last, let index = intervals.firstIndex(where: { $0.setting == setting }) else { return }
        intervals[index].count += 1
        intervals[index].shortestMs = min(intervals[index].shortestMs ?? .max, at - last)
    }

    private mutating func forget(_ setting: ScanSetting) {
        marks[setting] = nil
        guard let index = intervals.firstIndex(where: { $0.setting == setting }) else { return }
        (intervals[index].count, intervals[index].shortestMs) = (0, nil)
    }
}

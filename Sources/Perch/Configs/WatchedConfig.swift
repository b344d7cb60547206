import Failures
import FlockFinder
import GatewayModel

/// The config that a device held at the last reading. Pure.
struct WatchedConfig: Sendable {
    private var config: DeviceConfig?
    private var failure: String?
    private(set) var readings = 0
    /// Readings that differed from the one before.
    private(set) var changes = 0
    private(set) var failed = 0

    /// - Returns: One line for each change; nil where nothing changed.
    mutating func take(_ report: ConfigReport) -> [String]? {
        readings += 1
        guard let held = report.held, let now = try? ConfigReading(parsing: Array(held.utf8)).config else {
            failed += 1
            let code = report.failure?.code ?? "unreadable"
            defer { failure = code }
            return failure == code
                ? nil : ["✗ " + printable(report.failure?.message ?? "The device could not be read.")]
        }
        let wasAway = failure != nil
        failure = nil
        defer { config = now }
        guard let config else {
            return ["\(printable(report.device.device)) holds \(held.utf8.count) bytes, version \(now.version)."]
        }
        let lines =
            now.differences(from: config, profile: nil).map(\.change)
            + now.lost(of: config).map { "− \($0)" }
        if lines.isEmpty { return wasAway ? ["The device can be read again. Its config is unchanged."] : nil }
        changes += 1
        return lines
    }
}

extension DeviceConfig {
    /// Returns settings and lists that the earlier config had and this one lacks.
    fileprivate func lost(of earlier: DeviceConfig) -> [String] {
        let settings = earlier.settings.keys.filter { self.settings[$0] == nil }.map(\.rawValue)
        let lists = earlier.lists.keys.filter { self.lists[$0] == nil }.map { "the list \($0.rawValue)" }
        return (settings + lists).sorted()
    }
}

extension ConfigDifference {
    /// The difference as a change over time: the wanted value is the present one.
    fileprivate var change: String {
        func words(_ key: Pattern.Key) -> String { "\(key.kind.rawValue) \(printable(key.text))" }
        switch self {
        case .missing(let key, _): return "+ \(words(key))"
        case .unexpected(let key): return "− \(words(key))"
        case .deviceType(let key, let now, let before):
            return "\(words(key)): \(printable(before)) → \(printable(now))"
        case .enabled(let key, let isOn): return "\(words(key)) is \(isOn ? "enabled" : "disabled") now"
        case .setting(let setting, let now, let before):
            return "\(setting.rawValue): \(before.map(String.init) ?? "nothing") → \(now)"
        case .version(let now, let before): return "version: \(before) → \(now)"
        }
    }
}

import FlockFinder
import Testing

/// Scan intervals of a FlockFinder, as measured from its stream.
struct StreamTimingTests {
    private static func config(
        _ settings: [ScanSetting: Int], dialect: ConfigDialect = .nested
    ) -> DeviceConfig {
        let all = Dictionary(uniqueKeysWithValues: dialect.settings.map { ($0, $0.factoryValue) })
        return DeviceConfig(settings: all.merging(settings) { $1 }, lists: [:])
    }

    private static func measured(_ config: DeviceConfig, _ lines: [String]) throws -> StreamTiming {
        var timing = StreamTiming(config)
        for line in lines { timing.take(try #require(DeviceReply(Array(line.utf8)))) }
        return timing
    }

    /// Simulates the firmware's loop: it checks every 100 ms, waits for more than the hop interval,
    /// and does nothing else while it scans for Bluetooth devices.
    private static func stream(hop: Int, pause: Int, scan: Int, until end: Int) -> [String] {
        var (now, hopped, scanned) = (1_000, 0, 0)
        var lines: [String] = []
        while now < end {
            if now - hopped > hop {
                hopped = now
                lines.append(#"{"evt":"channel","ch":6,"ts":\#(now)}"#)
            }
            if now - scanned >= pause {
                lines.append(#"{"evt":"status","msg":"BLE scan starting...","ts":\#(now)}"#)
                for at in [40, 300, 950] where at < scan * 1_000 {
                    lines.append(#"{"evt":"ble_scan","name":"","mac":"c0:11:22:33:44:55","ts":\#(now + at)}"#)
                }
                now += scan * 1_000
                scanned = now
            }
            now += 100
        }
        return lines
    }

    @Test(
        "a device that scans as its config says is found to",
        arguments: [
            (500, 5_000, 1), (100, 1_000, 1), (5_000, 10_000, 3), (250, 60_000, 1), (1_000, 1_000, 1),
            (1_000, 1_000, 3), (2_500, 2_000, 1),
        ])
    func asSet(_ hop: Int, _ pause: Int, _ scan: Int) throws {
        let config = Self.config([.channelHopInterval: hop, .bleScanInterval: pause, .bleScanDuration: scan])
        let planned = StreamTiming(config)
        let timing = try Self.measured(
            config, Self.stream(hop: hop, pause: pause, scan: scan, until: 1_000 + planned.durationMs))
        #expect(timing.isComplete)
        #expect(timing.intervals.map(\.setting) == [.channelHopInterval, .bleScanInterval])
        #expect(timing.intervals.allSatisfy { $0.isAsSet }, "\(timing.intervals)")
    }

    @Test(
        "a device that goes on as before is found out",
        arguments: [(500, 1_000), (1_000, 500), (5_000, 700), (300, 500)])
    func differs(_ wanted: Int, _ actual: Int) throws {
        let config = Self.config([.channelHopInterval: wanted, .bleScanInterval: 10 * wanted])
        let lines = Self.stream(hop: actual, pause: 10 * actual, scan: 1, until: 400_000)
        let timing = try Self.measured(config, lines)
        #expect(timing.isComplete && timing.intervals.allSatisfy { !$0.isAsSet }, "\(timing.intervals)")
    }

    @Test("lines that are lost change nothing, and too few say nothing")
    func lost() throws {
        let config = Self.config([:])
        let lines = Self.stream(hop: 500, pause: 5_000, scan: 1, until: 60_000)
        let most = lines.enumerated().filter { $0.offset % 4 != 0 }.map(\.element)
        #expect(try Self.measured(config, most).intervals.allSatisfy { $0.isAsSet })
        let few = try Self.measured(config, Array(lines.prefix(4)))
        #expect(!few.isComplete && few.intervals.allSatisfy { !$0.isSeen && !$0.isAsSet })
    }

    @Test("after a restart the clock begins anew, and nothing is made of that")
    func restart() throws {
        let lines = [9_000, 9_600, 10_200, 100, 700, 1_300, 1_900].map { #"{"evt":"channel","ch":1,"ts":\#($0)}"# }
        let timing = try Self.measured(Self.config([:]), lines)
        #expect(timing.intervals[0].count == 5 && timing.intervals[0].shortestMs == 600)
    }

    @Test("a scan that is switched off is not waited for")
    func off() throws {
        let timing = StreamTiming(Self.config([.wifiScanEnabled: 0, .bleScanEnabled: 0], dialect: .compact))
        #expect(timing.intervals.isEmpty && timing.isComplete && timing.durationMs == 0)
        #expect(timing.off == [.channelHopInterval, .wifiScanInterval, .bleScanInterval])
    }

    @Test("where a device does not say that it scans, the first line of a round tells it")
    func rounds() throws {
        let lines = stride(from: 0, through: 20_000, by: 5_000).flatMap { at in
            [0, 3, 120].map { #"{"evt":"wifi_scan","ssid":"x","ts":\#(at + $0)}"# }
        }
        let timing = try Self.measured(Self.config([:], dialect: .compact), lines)
        let wifi = try #require(timing.intervals.first { $0.setting == .wifiScanInterval })
        #expect(wifi.isAsSet && wifi.shortestMs.map((4_800...5_000).contains) == true)
    }
}

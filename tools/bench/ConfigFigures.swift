import GatewayTestSupport
import FlockFinder
import Foundation
import Gateway
import GatewayModel
import SimulatedDongle
import Store

/// Time that a config takes to a simulated FlockFinder, compared with the radio's own time.
enum ConfigFigures {
    struct WrongOutcome: Error {
        let what: String
    }

    private static let rounds = 5
    private static let intervalMs = 15
    private static let mtu = 247
    private static let bytes = 8_192
    private static let device = "34:85:18:00:00:01"

    static func measure() throws -> [Figure] {
        let reports = try Waiting.value { try await allReports() }
        let writes = Double(reports[0].figures.writes ?? 0)
        // A write with response takes two connection intervals: one for the request, one for the answer.
        let radio = writes * 2 * Double(intervalMs)
        guard let sending = Spread(reports.map { Double($0.figures.writeMs ?? 0) }),
            let ratio = Spread(reports.map { Double($0.figures.writeMs ?? 0) / radio }),
            let reading = Spread(reports.map { Double($0.figures.verifyMs ?? 0) })
        else { throw WrongOutcome(what: "no report") }
        return [
            Figure(
                "a config of \(bytes) bytes to a FlockFinder, ATT MTU \(mtu), connection interval \(intervalMs) ms, to its reply, "
                    + "against \(Int(writes)) writes of two intervals each",
                measured: ratio.text("×", decimals: 3), target: "≤ \(Targets.configRatio.text(1)) ×",
                isMet: ratio.median <= Targets.configRatio),
            .comparison("of it, from the first write to the reply", measured: sending.text("ms")),
            .comparison("reading it back", measured: reading.text("ms")),
        ]
    }

    private static func allReports() async throws -> [ConfigReport] {
        let scenario = """
            {"name": "flockfinder", "seed": 7, "advertisers": [], "peripherals": [
              {"advertiser": {"name": "FlockFinder", "address": "\(device)", "addressType": "public", "pdu": "ADV_IND",
                 "intervalMs": 60, "powerAt1mDBm": -59, "distanceM": 1},
               "behaviour": "flockfinder", "connectionIntervalMs": \(intervalMs), "connectLimitMs": 20,
               "largestMTU": \(mtu), "flockFinder": {"firmware": "document"}}]}
            """
        let pty = try PtyDongle(SimulatedDongle.Configuration(scenario: try Scenario(json: Data(scenario.utf8))))
        defer { pty.stop() }
        return try await BriefGateway.with(try .inMemory(), port: pty.path) { gateway in
            var reports: [ConfigReport] = []
            for round in 0..<rounds { reports.append(try await push(round, by: gateway)) }
            return reports
        }
    }

    private static func push(_ round: Int, by gateway: Gateway) async throws -> ConfigReport {
        var order = ConfigOrder(device: "ble:\(device)")
        order.config = text(round)
        order.exact = true
        for await update in try await gateway.configs.perform(.push, order) {
            guard case .report(let report) = update else { continue }
            guard report.outcome == .applied, report.figures.bytes == bytes else {
                throw WrongOutcome(what: "\(report.outcome?.rawValue ?? "nothing"), \(report.figures.bytes ?? 0) bytes")
            }
            return report
        }
        throw WrongOutcome(what: "no report")
    }

    /// Returns a config with fifty entries in each list, and with device types that bring it to its
    /// size; it differs in each round.
    private static func text(_ round: Int) -> String {
        // All settings are included, since the device would otherwise keep its own and exceed the
        // limit.
        let settings = Dictionary(uniqueKeysWithValues: ScanSetting.allCases.map { ($0, $0.factoryValue) })
        func config(_ filling: Int) -> [UInt8] {
            var entries: [DeviceConfig.Entry] = []
            var left = filling
            for number in 0..<50 {
                let length = min(left, 56)
                left -= length
                entries.append(
                    DeviceConfig.Entry(
                        "name \(round) \(100 + number)", deviceType: "type " + String(repeating: "x", count: length)))
            }
            var lists: [PatternKind: [DeviceConfig.Entry]] = [.bleName: entries, .bleUUID: []]
            lists[.ssid] = (0..<50).map { .init("network \(100 + $0)", deviceType: "type") }
            lists[.mac] = (0..<50).map { .init("b4:1e:\(16 + $0)", deviceType: "type") }
            return ConfigDialect.compact.encode(DeviceConfig(settings: settings, lists: lists))
        }
        return String(decoding: config(max(0, bytes - config(0).count)), as: UTF8.self)
    }
}

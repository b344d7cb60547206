import Foundation
import GatewayModel
import LineFormats
import TestSupport
import Testing

@testable import GatewayAPI

@Suite struct ProvisioningLineTests {
    private static let moment = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)

    private static var bare: ProvisioningRun {
        ProvisioningRun(
            id: 7, batch: 3, state: .planned, step: 0, steps: 24, reason: nil, address: "c3:00:00:00:00:01",
            addressType: nil, name: "Table \"7\"", uuid: "E7B2C021-5D07-4D0B-9C20-223488C8B012", major: 0,
            minor: 65_535,
            rssiAt1m: -59, intervalMs: 500, txPower: 4, profile: "cp28", dongle: nil, attempts: 0, created: moment,
            updated: moment, found: nil, seenAddress: nil, seenRSSI: nil, simulated: nil)
    }

    private static var full: ProvisioningRun {
        var run = bare
        run.state = .writtenUnverified
        run.step = 24
        run.reason = RunReason(code: "not-seen", message: "Süd\n", hint: "Look again.")
        run.addressType = .random
        run.dongle = "53494d3030303031"
        run.attempts = 2
        run.found = RunIdentity(uuid: "FDA50693-A4E2-4FB1-AFCF-C6EB07647825", major: 10_065, minor: 26_049)
        run.seenAddress = "c3:00:00:00:00:02"
        run.seenRSSI = -71
        run.simulated = true
        return run
    }

    @Test("a run's line has what its resource has, and type and time", arguments: [bare, full])
    func same(_ run: ProvisioningRun) throws {
        var writer = JSONWriter()
        writer.line("run", at: Self.moment) { $0.fields(run) }
        let line = Data(writer.bytes)
        #expect(try JSONDecoder().decode(ProvisioningRun.self, from: line) == run)
        #expect(
            String(decoding: line, as: UTF8.self).hasPrefix(#"{"v":1,"ts":"2026-01-05T18:30:45.123456Z","type":"run","#)
        )
        func keys(_ data: Data) throws -> Set<String> {
            let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            return Set(object.keys)
        }
        #expect(try keys(line) == (try keys(JSONEncoder().encode(run))).union(["v", "ts", "type"]))
    }
}

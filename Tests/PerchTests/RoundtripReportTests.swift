import FlockFinder
import Foundation
import GatewayModel
import Testing

@testable import Perch

@Suite struct RoundtripReportTests {
    private func result(
        _ demand: RoundtripCase.Demand, _ outcome: SyncOutcome?, success: Bool? = true,
        missing: [ConfigDifferenceCause?] = [],
        failure: String? = nil
    ) -> RoundtripResult {
        var report = ConfigReport(action: .push, device: ConfigDevice(device: "ble:x"))
        report.outcome = outcome
        if let success {
            report.replies = [ConfigReply(event: "CONFIG_UPDATED", success: success, message: "no <room>", uptimeMs: 1)]
        }
        report.differences = missing.map { cause in
            var item = ConfigDifferenceItem(what: .missing)
            (item.list, item.text, item.cause, item.limit) = ("mac", "a&\"<b>\u{1}", cause, 30)
            return item
        }
        report.failure = failure.map { ConfigFailure(code: "x", message: $0, hint: "") }
        report.figures.bytes = 2000
        (report.figures.writeMs, report.figures.verifyMs) = (500, 250)
        return RoundtripResult(
            number: 3, case: RoundtripCase(kind: .random, config: DeviceConfig(), demand: demand), report: report)
    }

    @Test(
        "what is held has passed, whatever was demanded",
        arguments: [
            RoundtripCase.Demand.held, .heldOrRefused, .heldOrLimited,
        ])
    func held(demand: RoundtripCase.Demand) {
        #expect(result(demand, .applied).hasPassed && result(demand, .applied).note == nil)
        #expect(!result(demand, .applied, failure: "It is odd.").hasPassed)
        #expect(!result(demand, .unknown, failure: "Nobody knows.").hasPassed)
        let unheard = result(demand, nil, failure: "It was not heard.")
        #expect(!unheard.hasPassed && unheard.isUntested)
    }

    @Test("what is refused by its own word has passed where that may be; a success that is none has not")
    func refused() {
        #expect(!result(.held, .notApplied, success: false).hasPassed)
        #expect(result(.heldOrRefused, .notApplied, success: false).hasPassed)
        #expect(result(.heldOrLimited, .notApplied, success: false).note == "refused: no <room>")
        #expect(!result(.heldOrRefused, .notApplied).hasPassed)
        #expect(!result(.heldOrRefused, .notApplied, success: nil).hasPassed)
    }

    @Test("entries may be dropped by a limit, where more than that was sent, and by nothing else")
    func limited() {
        #expect(result(.heldOrLimited, .partiallyApplied, missing: [.limit, .limit]).hasPassed)
        #expect(!result(.heldOrLimited, .partiallyApplied, missing: [.limit, nil]).hasPassed)
        #expect(!result(.held, .partiallyApplied, missing: [.limit]).hasPassed)
        #expect(!result(.heldOrLimited, .partiallyApplied).hasPassed)
    }

    @Test("what failed tells in what it differs, the first ten of it")
    func lines() {
        let failed = result(
            .held, .partiallyApplied, missing: Array(repeating: nil, count: 12), failure: "It differs.")
        #expect(failed.lines.count == 12)
        #expect(failed.lines[0] == "✗ 003 random  2000 bytes  sent in 0.5 s  read in 0.3 s  It differs.")
        #expect(failed.lines.last == "      ≠ and 2 more")
        #expect(result(.held, .applied).lines == ["✓ 003 random  2000 bytes  sent in 0.5 s  read in 0.3 s"])
    }

    @Test("the report in JUnit's format is XML whatever the device says, and counts its failures")
    func junit() throws {
        var report = RoundtripReport(device: "ble:a&b", seed: 9)
        report.results = [
            result(.held, .applied), result(.held, .partiallyApplied, missing: [nil], failure: "a \"b\" <c>\u{2}"),
        ]
        let text = report.junit
        #expect(text.contains(#"tests="2" failures="1" errors="0" time="1.500""#))
        #expect(text.contains(#"<testcase classname="ble:a&amp;b" name="003 random" time="0.750"/>"#))
        #expect(text.contains(#"<failure message="a &quot;b&quot; &lt;c&gt;"#))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(report.summary == "2 configs: 1 passed, 1 failed, 4000 bytes/s (median).")
    }
}

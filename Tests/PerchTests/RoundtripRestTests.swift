import Failures
import FlockFinder
import GatewayModel
import Testing

@testable import Perch

@Suite struct RoundtripRestTests {
    private static func report(
        _ held: String?, sha: String? = "aa", factory: Bool? = false, starts: Bool = true, saved: String? = "aa",
        outcome: SyncOutcome? = nil
    ) -> ConfigReport {
        var report = ConfigReport(action: .restore, device: ConfigDevice(device: "dongle:1"))
        (report.held, report.heldSha256, report.factory, report.outcome) = (held, sha, factory, outcome)
        report.flash = ConfigFlash(startsWithHeld: starts, savedBytes: saved == nil ? 0 : 2, savedSha256: saved)
        return report
    }

    @Test("a device that has everything again has nothing left to tell")
    func whole() {
        let before = Self.report("{}")
        #expect(RoundtripRest(before: before, after: before) == nil)
        var finder = before
        (finder.flash, finder.factory) = (nil, nil)
        #expect(RoundtripRest(before: finder, after: finder) == nil)
        let factory = Self.report("{}", factory: true, saved: nil)
        #expect(RoundtripRest(before: factory, after: factory) == nil)
    }

    @Test("what is not as it was is told apart, each with its next step")
    func rests() {
        let before = Self.report("{}")
        let cases: [(ConfigReport, RoundtripRest, String)] = [
            (Self.report(nil, sha: nil), .config, "perch config restore --device dongle"),
            (Self.report("{ }", sha: "bb", outcome: .partiallyApplied), .config, "perch config restore"),
            (Self.report("{ }", sha: "bb", outcome: .applied), .bytes, "perch config show --raw"),
            (Self.report("{}", factory: true), .bytes, "perch config show --raw"),
            (Self.report("{}", starts: false, saved: nil), .unsaved, "perch config save --device dongle"),
        ]
        for (after, rest, step) in cases {
            #expect(RoundtripRest(before: before, after: after) == rest)
            let failure = rest.failure(after, "dongle")
            #expect(
                failure.code == "config-not-put-back" && failure.exit == .configuration && failure.hint.contains(step))
        }
        // The saved config was another one, so saving again would not bring it back.
        let other = Self.report("{}", starts: false, saved: "bb")
        #expect(RoundtripRest(before: other, after: Self.report("{}", starts: false, saved: nil)) == .saved)
        let factory = Self.report("{}", factory: true, saved: nil)
        #expect(
            RoundtripRest(before: factory, after: Self.report("{}", factory: true, starts: false, saved: "bb"))
                == .saved)
    }
}

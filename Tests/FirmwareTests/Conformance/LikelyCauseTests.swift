import Testing

@testable import Conformance

struct LikelyCauseTests {
    private func report(_ id: String, _ got: String?) -> CheckReport {
        let verdict = got.map { Verdict.failed(Finding(expected: "OK", got: $0)) } ?? .passed
        return CheckReport(check: Check(id, "1", "A rule.", body: nil), verdict: verdict, lasted: .zero)
    }

    @Test("the failed check of the lowest group is named, with what is alike and what builds on it")
    func named() throws {
        let cause = try #require(
            LikelyCause([
                report("framing.crc-rejected", nil), report("adverts.timed", "none"),
                report("streams.grant-frees", "BUSY"), report("echo.write", "BUSY"), report("info.fields", "x"),
            ]))
        #expect(cause.check == "streams.grant-frees" && cause.alike == ["echo.write"])
        #expect(cause.dependent == ["adverts.timed"] && cause.others == 1)
        #expect(
            cause.words == "Start with streams.grant-frees: 2 of the 3 others likely follow from it. "
                + "1 expected and got the same (echo.write), 1 build on what it tests (adverts.timed).")
    }

    @Test("one failure has no cause, and neither have two that have nothing to do with each other")
    func none() {
        #expect(LikelyCause([report("echo.write", "x"), report("ping.fields", nil)]) == nil)
        #expect(LikelyCause([report("config.read", "x"), report("adverts.timed", "y")]) == nil)
    }

    @Test("the group of every check has a place among the groups")
    func groups() {
        for check in CheckTable.all {
            let cause = LikelyCause([report("framing.encoding", "x"), report(check.id, "y")])
            #expect(check.id == "framing.encoding" || cause?.dependent == [check.id], "\(check.id)")
        }
    }
}

import Testing

@testable import Perch

@Suite struct VerbPathTests {
    private func unknown(_ words: String...) -> VerbPath.Unknown? {
        VerbPath.unknown(in: words, of: PerchCommand.self)
    }

    @Test("a verb that there is none of is told before the help of another is shown, with the one that was meant")
    func suggestions() {
        for (word, meant) in [
            ("scna", "scan"), ("Scan", "scan"), ("provison", "provision"), ("stat", "status"), ("evnets", "events"),
        ] {
            #expect(unknown(word, "--help")?.suggestion == meant)
        }
        #expect(unknown("nonsense", "--help") == .init(verb: "nonsense", path: "perch", suggestion: nil))
        #expect(
            unknown("dongle", "identfy", "x") == .init(verb: "identfy", path: "perch dongle", suggestion: "identify"))
        #expect(unknown("help", "scna")?.suggestion == "scan")
        #expect(unknown("x")?.suggestion == nil)
    }

    @Test("the verbs of a command line are told without what follows them")
    func verbs() {
        func verbs(_ words: String...) -> String { VerbPath.verbs(in: words, of: PerchCommand.self) }
        #expect(verbs() == "perch" && verbs("scan", "--json", "scan") == "perch scan")
        #expect(verbs("gatt", "read", "x") == "perch gatt read" && verbs("nonsense") == "perch")
    }

    @Test("verbs and what belongs to them pass")
    func known() {
        #expect(unknown() == nil && unknown("--help") == nil && unknown("help", "scan") == nil)
        #expect(unknown("scan", "nonsense") == nil && unknown("payfrit", "tables", "drop", "x") == nil)
        #expect(unknown("payfrit", "tables", "--json") == nil && unknown("events") == nil)
    }

    @Test("a group that does something by itself has its verbs all the same")
    func groups() {
        #expect(unknown("outbox", "tets")?.suggestion == "test")
        #expect(unknown("payfrit", "tables", "nonsense")?.path == "perch payfrit tables")
    }

    @Test("mistakes are letters added, dropped, changed or swapped")
    func mistakes() {
        let cases = [("", "abc", 3), ("scna", "scan", 1), ("abc", "abc", 0), ("kitten", "sitting", 3), ("ab", "ba", 1)]
        for (left, right, count) in cases {
            #expect(VerbPath.mistakes(between: left, and: right) == count)
            #expect(VerbPath.mistakes(between: right, and: left) == count)
        }
    }

    @Test("the overview fits on a screen of 80 by 40, and has every verb once")
    func overview() {
        let lines = Overview(command: PerchCommand.self).text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 80 })
        for verb in PerchCommand.configuration.subcommands where verb.configuration.shouldDisplay {
            #expect(lines.count { $0.hasPrefix("  \(verb._commandName) ") } == 1)
        }
    }
}

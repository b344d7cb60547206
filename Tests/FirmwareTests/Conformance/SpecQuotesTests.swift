import Testing

@testable import Conformance

struct SpecQuotesTests {
    private func lines(_ id: String, expected: String) -> [String] {
        SpecQuotes.of(id).lines(for: Finding(expected: expected, got: "x"))
    }

    @Test("a failure quotes what was expected, with the numbers of the check's requirements alone")
    func chosen() {
        let lines = lines("gatt.connect-arguments", expected: "supervision time-out 3201: INVALID_ARGUMENT")
        #expect(lines.count == 3)
        let wanted = "SPEC 10.2: offset 18, u16: supervision time-out, 10 ms, 10…3200; 0 = the dongle's choice [368]"
        #expect(lines.contains(wanted), "\(lines)")
        #expect(
            self.lines("statuses.session-before-table", expected: "") == [
                "SPEC 3.2: A request is answered with the first error that holds, in this order: "
                    + "… session (not for HELLO and REBOOT) [56] …"
            ])
    }

    @Test("every check that REQUIREMENTS.md names has sentences with its numbers")
    func numbers() {
        let named = CheckTable.all.map { SpecQuotes.of($0.id) }.filter { !$0.requirements.isEmpty }
        #expect(named.count > 200)
        for quotes in named {
            #expect(Set(quotes.quotes.flatMap(\.requirements)) == Set(quotes.requirements))
            for quote in quotes.quotes {
                #expect(quote.requirements.allSatisfy { quote.text.contains("[\($0)]") }, "\(quote.text)")
            }
        }
        #expect(SpecQuotes.of("no.such").quotes.isEmpty)
    }
}

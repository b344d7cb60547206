import Failures
import Testing

@testable import Perch

struct NamedChoiceTests {
    private static let candidates = [
        NamedChoice.Candidate(id: 4, names: ["Table 1"]), NamedChoice.Candidate(id: 5, names: ["12", "aa:bb"]),
        NamedChoice.Candidate(id: 12, names: ["Bar"]), NamedChoice.Candidate(id: 13, names: ["bar"]),
    ]

    private func place(_ text: String) throws -> Int {
        try NamedChoice.servicePoint.place(of: text, among: Self.candidates)
    }

    @Test(
        "a number, # and a number, or any name names one, whatever the capitals",
        arguments: [("4", 0), ("table 1", 0), ("AA:BB", 1), ("#12", 2), ("#5", 1), ("13", 3)])
    func found(text: String, index: Int) throws {
        #expect(try place(text) == index)
    }

    @Test(
        "what names several or none is refused with what helps", arguments: ["12", "BAR", "Table", "", "#99", "#Bar"])
    func refused(text: String) throws {
        let failure = #expect(throws: Failure.self) { try place(text) }
        let isSeveral = ["12", "BAR"].contains(text)
        #expect(failure?.code == (isSeveral ? "several-service-points" : "unknown-service-point"))
        #expect(failure?.hint.contains(isSeveral ? "#12 Bar" : "perch payfrit servicepoints") == true)
    }
}

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
        "what is known beforehand is named by # and its number or by a name; a bare number waits for the list",
        arguments: [("#12", 2), ("table 1", 0), ("12", nil), ("4", nil), ("Window", nil), ("#99", nil)])
    func known(text: String, index: Int?) throws {
        #expect(try NamedChoice.servicePoint.knownPlace(of: text, among: Self.candidates) == index)
        #expect(throws: Failure.self) {
            try NamedChoice.servicePoint.knownPlace(of: "bar", among: Self.candidates)
        }
    }

    @Test("a business may be named by a beginning that no other has")
    func beginnings() throws {
        let businesses = [
            NamedChoice.Candidate(id: 2, names: ["Linden"]), NamedChoice.Candidate(id: 1, names: ["Marl Bar"]),
            NamedChoice.Candidate(id: 3, names: ["Marl"]),
        ]
        #expect(try NamedChoice.business.place(of: "lind", among: businesses) == 0)
        #expect(try NamedChoice.business.place(of: "marl", among: businesses) == 2)
        let failure = #expect(throws: Failure.self) { try NamedChoice.business.place(of: "Mar", among: businesses) }
        #expect(failure?.hint == "Use a number: #1 Marl Bar, #3 Marl.")
        #expect(throws: Failure.self) { try NamedChoice.servicePoint.place(of: "Mar", among: businesses) }
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

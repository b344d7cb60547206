import Testing

@testable import Conformance

struct CheckTableTests {
    private func ids(_ pattern: String?) throws -> [String] { try CheckTable.matching(pattern).map(\.id) }

    @Test("every check has an id of its own, a section with a title, and a sentence")
    func table() {
        let all = CheckTable.all
        #expect(Set(all.map(\.id)).count == all.count)
        for check in all {
            #expect(SpecSection.heading(check.section).contains(" "), "\(check.id): \(check.section)")
            #expect(check.summary.hasSuffix("."), "\(check.id)")
        }
        // The one that a store shows only before anything is saved comes earlier.
        let inOrder = all.filter { $0.id != CheckTable.unsaved }
        let numbers = inOrder.compactMap { Int($0.section.prefix { $0 != "." }) }
        #expect(numbers == numbers.sorted() && numbers.count == all.count - 1)
        #expect(all.firstIndex { $0.id.hasPrefix("config.") } == all.firstIndex { $0.id == CheckTable.unsaved })
    }

    @Test("a pattern names checks by id, several by commas, and any part by a star")
    func patterns() throws {
        #expect(try ids(nil).count == CheckTable.all.count)
        #expect(try ids("*").count == CheckTable.all.count)
        #expect(try ids("framing.crc-rejected") == ["framing.crc-rejected"])
        #expect(try ids("framing.*").allSatisfy { $0.hasPrefix("framing.") })
        #expect(try ids("*.crc-*ed") == ["framing.crc-rejected"])
        #expect(try ids("ping.fields,framing.crc-rejected") == ["framing.crc-rejected", "ping.fields"])
    }

    @Test(
        "a part that names no check is told",
        arguments: ["framing", "framing.*,nothing.*", "", ",", "framing.crc-rejecte"])
    func unknown(pattern: String) {
        #expect(throws: ConformanceError.self) { try CheckTable.matching(pattern) }
    }

    @Test("many stars take no time", .timeLimit(.minutes(1)))
    func stars() {
        let pattern = String(repeating: "*e", count: 60) + "!"
        #expect(throws: ConformanceError.noSuchCheck(pattern: pattern)) { try CheckTable.matching(pattern) }
    }
}

import FlockFinder
import Testing

struct PatternEntryTests {
    private let pattern = Result { try Pattern(.ssid, "Flock-", deviceType: "Camera") }

    @Test("empty notes are none")
    func empty() throws {
        let entry = try PatternEntry(pattern.get(), source: "", details: "")
        #expect(entry.source == nil && entry.details == nil)
    }

    @Test("notes have a length, and no control characters")
    func notes() throws {
        let pattern = try pattern.get()
        let longest = String(repeating: "x", count: 200)
        #expect(try PatternEntry(pattern, source: longest).source == longest)
        #expect(throws: PatternFault.longNote(longest + "x", length: 201, limit: 200)) {
            try PatternEntry(pattern, source: longest + "x")
        }
        let details = String(repeating: "ü", count: 250)
        #expect(try PatternEntry(pattern, details: details).details == details)
        #expect(throws: PatternFault.self) { try PatternEntry(pattern, details: details + "x") }
        #expect(throws: PatternFault.controlCharacter("a\nb")) { try PatternEntry(pattern, details: "a\nb") }
    }

    @Test("confidence is a percentage", arguments: [-1, 101])
    func confidence(_ value: Int) throws {
        let pattern = try pattern.get()
        #expect(throws: PatternFault.confidence(value)) { try PatternEntry(pattern, confidence: value) }
        #expect(try [0, 100].map { try PatternEntry(pattern, confidence: $0).confidence } == [0, 100])
    }
}
